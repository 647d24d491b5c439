const ELSEWHERE = 'http://nowhere.invalid';
const LOGIN = /^\/(?:login|api\/session)(?:[/?#]|$)/;

/**
 * Where to go after the login. Only a path of this server: with anything else a link to our login
 * page could lead to a page of somebody else that looks like ours and asks for the password again.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  // Browsers read `/\`, and a tab between two slashes, as the beginning of a host.
  const url = URL.parse(wanted, ELSEWHERE);
  if (url?.origin !== ELSEWHERE) return '/';
  const path = url.pathname + url.search + url.hash;
  // `/..//elsewhere` is a path of ours until it is written without the dots.
  return path.startsWith('//') || LOGIN.test(path) ? '/' : path;
}
