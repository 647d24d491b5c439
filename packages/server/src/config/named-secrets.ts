import { SIGNATURE_SCHEMES, type SignatureScheme } from '@hookline/contract';
import { type Kind, secretToken, signingSecret } from './kinds/kinds.ts';
import { namedFaults, nameFaults } from './senders.ts';

/** A foreign system, and one of the secrets that it may sign with. */
export interface SenderSignature {
  readonly name: string;
  readonly scheme: SignatureScheme;
  readonly secret: string;
}

export const signatures: Kind<readonly SenderSignature[]> = entriesOf({
  form: 'name=scheme:secret',
  allowed: `schemes: ${SIGNATURE_SCHEMES.join(', ')}; names as in app.webhook.senders, each of them once, or twice while its secret is changed; a secret with a comma in it is in quotes`,
  noWord: `what stands before the : is no scheme; there are ${SIGNATURE_SCHEMES.join(', ')}`,
  secret: 'secret',
  allowedSecret: signingSecret.allowed,
  // Of several schemes: each has its own reading of the same text.
  isSame: (a, b) => a.word === b.word,
  read({ name, word, secret }) {
    const scheme = SIGNATURE_SCHEMES.find((each) => each === word);
    return scheme && { name, scheme, secret };
  },
  /** Only Standard Webhooks reads a `whsec_` as base64: with Stripe it is a text like any other. */
  isSecret: ({ word, secret }) =>
    word === 'standard' ? signingSecret.parse(secret) !== undefined : /^\P{Cc}+$/u.test(secret),
});

/** What a program may do that is not to have all rights. */
export const ACCESS_RIGHTS = ['metrics', 'read', 'stream', 'report'] as const;
export type AccessRight = (typeof ACCESS_RIGHTS)[number];

/** A program that reads, and what its token is good for. */
export interface AccessToken {
  readonly name: string;
  readonly rights: readonly AccessRight[];
  readonly token: string;
}

export const accessTokens: Kind<readonly AccessToken[]> = entriesOf({
  form: 'name=rights:token',
  allowed: `rights: ${ACCESS_RIGHTS.join(', ')}, several joined by +; names of 1 to 32 of a-z, 0-9 and -, each of them once, or twice while its token is changed`,
  noWord: `what stands before the : is no right; there are ${ACCESS_RIGHTS.join(', ')}, joined by +`,
  secret: 'token',
  allowedSecret: secretToken.allowed,
  isSame: () => true,
  read({ name, word, secret: token }) {
    const words = word.split('+');
    const rights = ACCESS_RIGHTS.filter((right) => words.includes(right));
    return rights.length === words.length ? { name, rights, token } : undefined;
  },
  isSecret: ({ secret }) => secretToken.parse(secret) !== undefined,
});

/** As it was written. */
interface Entry {
  readonly name: string;
  readonly word: string;
  readonly secret: string;
}

interface EntryKind<T> {
  readonly form: string;
  readonly allowed: string;
  readonly noWord: string;
  readonly secret: 'secret' | 'token';
  readonly allowedSecret: string;
  /** May two entries not have the same secret? */
  isSame(a: Entry, b: Entry): boolean;
  read(entry: Entry): T | undefined;
  isSecret(entry: Entry): boolean;
}

/** `name=word:secret` entries. What is wrong is told by their place: a secret must not be shown. */
function entriesOf<T>(kind: EntryKind<T>): Kind<readonly T[]> {
  const faults = (text: string) => faultsIn(entriesIn(text), kind);
  return {
    allowed: `${kind.form} entries, separated by commas or line breaks; ${kind.allowed}`,
    secret: true,
    parse: (text) =>
      faults(text).length === 0
        ? entriesIn(text).flatMap((entry) => kind.read(entry) ?? [])
        : undefined,
    faults,
  };
}

function entriesIn(text: string): Entry[] {
  // Secrets that a shop makes up have commas in them, so quotes keep one whole.
  return (text.match(/(?:"[^"\r\n]*"|[^,\r\n])+/g) ?? [])
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, name = '', word = '', quoted, plain = ''] =
        /^([^=]*?)\s*=\s*([^:=\s]*)\s*:\s*(?:"([^"]*)"|(.*))$/s.exec(entry) ?? [];
      return { name, word, secret: quoted ?? plain };
    });
}

function faultsIn<T>(entries: readonly Entry[], kind: EntryKind<T>): string[] {
  if (entries.length === 0) return [`has no entry; leave it out, or write ${kind.form}`];
  const secret = { word: kind.secret, of: 'names', why: 'whose would it be?' };
  const isSame = (a: Entry, b: Entry) =>
    a.secret !== '' && a.secret === b.secret && kind.isSame(a, b);
  return namedFaults(entries, (entry) => faultsOf(entry, kind), secret, isSame);
}

function faultsOf<T>(entry: Entry, kind: EntryKind<T>): string[] {
  if (entry.name === '' && entry.word === '') {
    return [`*** is not ${kind.form} (a ${kind.secret} with a comma in it is in quotes)`];
  }
  return [
    ...nameFaults(entry.name),
    ...(kind.read(entry) === undefined ? [kind.noWord] : []),
    ...(kind.isSecret(entry)
      ? []
      : [`the ${kind.secret} behind the : is not allowed; allowed: ${kind.allowedSecret}`]),
  ];
}
