import { createHash, randomBytes } from 'node:crypto';

/** What a server wants to have answered before it believes a user. */
export interface Challenge {
  /** By their names in small letters. */
  readonly fields: ReadonlyMap<string, string>;
  /** How many requests have used it; a server wants the count to grow. */
  count: number;
}

export function challengeIn(header: string): Challenge {
  const fields = new Map(
    [...header.matchAll(/\b(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)].map(
      ([, name = '', text, bare = '']) => [name.toLowerCase(), text ?? bare],
    ),
  );
  return { fields, count: 0 };
}

/** Digest with MD5, by HTTP and SIP alike: what `Authorization` says. */
export function digestAnswer(
  challenge: Challenge,
  request: {
    readonly user: string;
    readonly password: string;
    readonly method: string;
    readonly uri: string;
  },
): string {
  const { user, password, method, uri } = request;
  const { fields } = challenge;
  const [realm = '', nonce = ''] = [fields.get('realm'), fields.get('nonce')];
  const secret = md5(`${user}:${realm}:${password}`);
  const asked = md5(`${method}:${uri}`);
  const said = (response: string, more: string) =>
    `Digest username="${quoted(user)}", realm="${quoted(realm)}", nonce="${quoted(nonce)}", uri="${uri}", response="${response}", algorithm=MD5${more}`;
  const opaque = fields.get('opaque');
  const end = opaque === undefined ? '' : `, opaque="${quoted(opaque)}"`;
  // Servers from before 1999 know no quality of protection, and refuse an answer that has one.
  if (!fields.has('qop')) return said(md5(`${secret}:${nonce}:${asked}`), end);
  const nc = (++challenge.count).toString(16).padStart(8, '0');
  const cnonce = randomBytes(8).toString('hex');
  const response = md5(`${secret}:${nonce}:${nc}:${cnonce}:auth:${asked}`);
  return said(response, `, qop=auth, nc=${nc}, cnonce="${cnonce}"${end}`);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
