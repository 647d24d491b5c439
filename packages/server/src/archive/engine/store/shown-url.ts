/** The address of a database as it may be shown: without user, password and what else is in it. */
export function shownUrl(url: string): string {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) return url;
  const shown = new URL(url);
  // A socket on this machine is named there.
  const host = shown.searchParams.get('host');
  shown.username = '';
  shown.password = '';
  shown.hash = '';
  shown.search = host === null ? '' : `host=${host}`;
  return shown.href;
}
