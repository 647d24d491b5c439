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

/** By the names that servers have for them, the best first. */
const ALGORITHMS = { 'SHA-256': 'sha256', MD5: 'md5' } as const;
type Algorithm = keyof typeof ALGORITHMS;

/** The one of several challenges that can be answered best; undefined if none can. */
export function challengeAmong(headers: readonly string[]): Challenge | undefined {
  const challenges = headers.filter((header) => /^digest\s/i.test(header)).map(challengeIn);
  const names = Object.keys(ALGORITHMS) as Algorithm[];
  return names.map((name) => challenges.find((one) => algorithmOf(one) === name)).find(Boolean);
}

/** Undefined for another one, and where more than the password is to be proved. */
function algorithmOf({ fields }: Challenge): Algorithm | undefined {
  const said = (fields.get('algorithm') ?? 'MD5').toUpperCase();
  const ways = fields.get('qop')?.split(',') ?? ['auth'];
  const isKnown = said in ALGORITHMS && ways.some((way) => /^auth$/i.test(way.trim()));
  return isKnown ? (said as Algorithm) : undefined;
}

/** Digest, by HTTP and SIP alike: what `Authorization` says. */
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
  const algorithm = algorithmOf(challenge) ?? 'MD5';
  const hash = (text: string) => createHash(ALGORITHMS[algorithm]).update(text).digest('hex');
  const [realm = '', nonce = ''] = [fields.get('realm'), fields.get('nonce')];
  const secret = hash(`${user}:${realm}:${password}`);
  const asked = hash(`${method}:${uri}`);
  const said = (response: string, more: string) =>
    `Digest username="${quoted(user)}", realm="${quoted(realm)}", nonce="${quoted(nonce)}", uri="${uri}", response="${response}", algorithm=${algorithm}${more}`;
  const opaque = fields.get('opaque');
  const end = opaque === undefined ? '' : `, opaque="${quoted(opaque)}"`;
  // Servers from before 1999 know no quality of protection, and refuse an answer that has one.
  if (!fields.has('qop')) return said(hash(`${secret}:${nonce}:${asked}`), end);
  const nc = (++challenge.count).toString(16).padStart(8, '0');
  const cnonce = randomBytes(8).toString('hex');
  const response = hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${asked}`);
  return said(response, `, qop=auth, nc=${nc}, cnonce="${cnonce}"${end}`);
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
