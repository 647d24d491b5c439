/** Headers that every answer carries. */
export function commonHeaders(method: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Keeps pages of others from loading what is read here as a script or an image of theirs.
    ...(method !== 'POST' && { 'cross-origin-resource-policy': 'same-origin' }),
  };
}

let second = 0;
let date = '';

/** The `Date` of an answer made now. */
export function dateHeader(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
