import querystring from 'node:querystring';
import type { Kind } from './kinds/kinds.ts';

/** The servers of a NATS cluster, and how to log in to them. */
export interface NatsServers {
  /** Without user, password and token: the client ignores them there, and they must not be shown. */
  readonly servers: readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

const PORT = 4222;

/** The same login for all of them: it is one cluster, and the client has one login only. */
export const natsServers: Kind<NatsServers> = {
  allowed:
    'addresses such as nats://a:4222, tls://user:password@a:4222 or nats://token@a:4222, with one login for all; several are separated by commas',
  secret: true,
  parse(value) {
    const urls = value.split(',').map((part) => readUrl(part.trim()));
    if (!urls.every((url) => url !== undefined)) return undefined;
    const [first] = urls;
    const logins = new Set(urls.map(({ username, password }) => `${username}:${password}`));
    const protocols = new Set(urls.map(({ protocol }) => protocol));
    if (!first || logins.size > 1 || protocols.size > 1) return undefined;
    const { user, password, token } = loginOf(first);
    return {
      servers: urls.map(
        ({ protocol, hostname, port }) => `${protocol}//${hostname}:${port || PORT}`,
      ),
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
      ...(token !== undefined && { token }),
    };
  },
};

function loginOf({ username, password }: URL): Omit<NatsServers, 'servers'> {
  const name = querystring.unescape(username);
  if (name === '') return {};
  return password === ''
    ? { token: name }
    : { user: name, password: querystring.unescape(password) };
}

function readUrl(text: string): URL | undefined {
  const url = /^(nats|tls):\/\//.test(text) ? URL.parse(text) : null;
  if (!url || url.hostname === '' || url.search || url.hash || !/^\/?$/.test(url.pathname)) {
    return undefined;
  }
  // A password without a user logs in nowhere.
  return url.username === '' && url.password !== '' ? undefined : url;
}
