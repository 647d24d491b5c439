import { parse } from 'node:querystring';
import type { Config } from '../config/properties.ts';
import type { RequestHead } from './gate.ts';
import { HttpProblem } from './problem.ts';
import { placeAmong } from './secret.ts';

/** Checks that a request carries a sender's token in one of the three places it may stand. */
export type CheckToken = (request: RequestHead) => void;

/** A token, and who sends by it; null for the one that has no name. */
export interface OwnedToken {
  readonly owner: string | null;
  readonly token: string;
}

/** Who sends this, by its token; throws if it has none that is known. */
export type CheckSender = (request: RequestHead) => string | null;

/** A token behind a thousand other fields is the right one too. */
const ALL_KEYS = { maxKeys: 0 };

export function tokenCheck(token: string | undefined, name = 'webhook token'): CheckToken {
  return senderCheckOf(token === undefined ? [] : [{ owner: null, token }], name);
}

/** Without tokens everybody may send. */
export function senderCheckOf(tokens: readonly OwnedToken[], name = 'webhook token'): CheckSender {
  if (tokens.length === 0) return () => null;

  const placeOf = placeAmong(tokens.map(({ token }) => token));
  return (request) => {
    const candidates = candidatesOf(request);
    // All of them, so that the time does not tell which one was right.
    const [place] = candidates.map(placeOf).filter((each) => each >= 0);
    const known = place === undefined ? undefined : tokens[place];
    if (known) return known.owner;
    if (candidates.length === 0) throw tokenMissing(name);
    throw unauthorized(`The ${name} is wrong.`, ', error="invalid_token"');
  };
}

export function tokenMissing(name = 'webhook token'): HttpProblem {
  return unauthorized(`The ${name} is missing.`, '');
}

function unauthorized(detail: string, error: string): HttpProblem {
  return new HttpProblem('unauthorized', detail, {
    'www-authenticate': `Bearer realm="hookline"${error}`,
  });
}

export function carriesToken(request: RequestHead): boolean {
  return candidatesOf(request).length > 0;
}

function candidatesOf({ headers, url = '' }: RequestHead): string[] {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  const mark = url.indexOf('?');
  const inQuery = mark < 0 ? undefined : parse(url.slice(mark + 1), '&', '=', ALL_KEYS)['token'];
  return [
    bearer,
    [headers['x-webhook-token']].flat()[0],
    // A plus sign in a query is read as a space, and a token has no spaces.
    typeof inQuery === 'string' ? inQuery.replaceAll(' ', '+') : undefined,
  ].filter((candidate): candidate is string => candidate !== undefined);
}

/** Every token that a webhook may come with. */
export function tokensIn(config: Config): OwnedToken[] {
  const { 'app.webhook.token': token, 'app.webhook.senders': senders = [] } = config;
  return [
    ...(token === undefined ? [] : [{ owner: null, token }]),
    ...senders.map(({ name, token: own }) => ({ owner: name, token: own })),
  ];
}
