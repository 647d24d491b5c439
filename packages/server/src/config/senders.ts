import { CHANNELS, GENERIC, UNNAMED_SENDER } from '@hookline/contract';
import { duration, type Kind, secretToken } from './kinds/kinds.ts';

/** A foreign system and one of the tokens it may send. */
export interface SenderToken {
  readonly name: string;
  readonly token: string;
}

const MOST_SENDERS = 50;
/** The old and the new one, while a token is being changed. */
const SECRETS_OF_ONE = 2;
const NAME = /^[a-z\d-]{1,32}$/;
/**
 * What a URL is called must not be the name of a sender too: both can be watched for silence. Nor
 * what all those are called that have no name.
 */
const TAKEN: readonly string[] = [...CHANNELS, GENERIC, UNNAMED_SENDER];

/**
 * `erp=token` entries. What is wrong is told by the place of an entry: whoever has swapped name and
 * token would otherwise read the token in a log.
 */
export const senders: Kind<readonly SenderToken[]> = {
  allowed: `name=token entries, separated by commas or line breaks; names of 1 to 32 of a-z, 0-9 and -, but not ${TAKEN.join(', ')}; tokens of visible ASCII without comma; ${MOST_SENDERS} names, each of them once, or twice while its token is changed`,
  secret: true,
  parse: (text) => (faultsIn(text).length === 0 ? entriesIn(text) : undefined),
  faults: faultsIn,
};

/** Of those who have a token, a secret or both. */
export function senderNames(
  ...lists: readonly (readonly { readonly name: string }[] | undefined)[]
): readonly string[] {
  return [...new Set(lists.flatMap((list = []) => list.map(({ name }) => name)))];
}

function entriesIn(text: string): SenderToken[] {
  return text
    .split(/[,\r\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const at = entry.indexOf('=');
      if (at < 0) return { name: '', token: '' };
      return { name: entry.slice(0, at).trim(), token: entry.slice(at + 1).trim() };
    });
}

function faultsIn(text: string): string[] {
  const entries = entriesIn(text);
  if (entries.length === 0) return ['has no entry; leave it out, or write name=token'];
  const secret = { word: 'token', of: 'senders', why: 'each sender needs its own' } as const;
  return namedFaults(entries, faultsOf, secret, (a, b) => a.token !== '' && a.token === b.token);
}

/** What is wrong with entries of which each has a name and a secret, by their places. */
export function namedFaults<T extends { readonly name: string }>(
  entries: readonly T[],
  faultsOf: (entry: T) => readonly string[],
  {
    word,
    of,
    why,
  }: { readonly word: 'token' | 'secret'; readonly of: string; readonly why: string },
  isSame: (a: T, b: T) => boolean,
): string[] {
  const names = senderNames(entries);
  return [
    ...entries.flatMap((entry, at) => faultsOf(entry).map((fault) => `entry ${at + 1}: ${fault}`)),
    ...names.flatMap((name) => tooOften(name, entries, word)),
    ...entries.flatMap((entry, at) => {
      const first = entries.slice(0, at).findIndex((other) => isSame(other, entry));
      return first < 0 ? [] : [`entries ${first + 1} and ${at + 1}: have the same ${word}; ${why}`];
    }),
    ...(names.length > MOST_SENDERS ? [`${names.length} ${of}; ${MOST_SENDERS} at most`] : []),
  ];
}

function faultsOf({ name, token }: SenderToken): string[] {
  if (name === '' && token === '') return ['*** is not name=token (a token has no comma)'];
  return [
    ...nameFaults(name),
    ...(secretToken.parse(token) === undefined
      ? [`the token behind = is not allowed; allowed: ${secretToken.allowed}`]
      : []),
  ];
}

export function nameFaults(name: string): string[] {
  return [
    ...(NAME.test(name)
      ? []
      : ['the name before = is not allowed; allowed: 1 to 32 of a-z, 0-9 and -']),
    ...(TAKEN.includes(name) ? [`${name} is what a URL is called; choose another name`] : []),
  ];
}

function tooOften(
  name: string,
  entries: readonly { readonly name: string }[],
  what: 'token' | 'secret',
): string[] {
  const count = entries.filter((entry) => entry.name === name).length;
  return NAME.test(name) && count > SECRETS_OF_ONE
    ? [`${name} comes ${count} times; ${SECRETS_OF_ONE} at most, while its ${what} is changed`]
    : [];
}

const LIMIT = duration('1m', '7d');

/** By the name of a sender or a URL, how long it may send nothing, in milliseconds. */
export const silenceLimits: Kind<Readonly<Record<string, number>>> = {
  allowed: `name=duration entries separated by commas, such as jobs=30m, erp=2h; names are senders or kunden, kuriere, jobs, generic; ${LIMIT.allowed}`,
  parse: (text) =>
    limitFaults(text).length === 0
      ? Object.fromEntries(limitsIn(text).map(([name, limit]) => [name, LIMIT.parse(limit) ?? 0]))
      : undefined,
  faults: limitFaults,
};

function limitsIn(text: string): (readonly [name: string, limit: string])[] {
  return text.split(',').map((entry) => {
    const [name = '', ...rest] = entry.split('=').map((part) => part.trim());
    return [name, rest.join('=')];
  });
}

function limitFaults(text: string): string[] {
  const entries = limitsIn(text);
  return entries.flatMap(([name, limit], at) => {
    const shown = JSON.stringify(`${name}=${limit}`);
    if (!/^[a-z\d-]{1,32}$/.test(name)) {
      return [`${shown} is not allowed; allowed: the name of a sender or URL, such as jobs=30m`];
    }
    if (LIMIT.parse(limit) === undefined) {
      return [`${shown} is not allowed; allowed: ${LIMIT.allowed}`];
    }
    const isAgain = entries.findIndex(([other]) => other === name) < at;
    return isAgain ? [`${name} comes twice; which is meant?`] : [];
  });
}
