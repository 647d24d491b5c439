import { hostAndPort, type Kind } from './kinds.ts';

/** A user at a telephone system, as which the service registers. */
export interface SipAccount {
  /** What is called by it; '' where there is just one. */
  readonly name: string;
  readonly user: string;
  /** Who proves the password, where that is another name than the user's. */
  readonly login: string;
  readonly password: string;
  /** Where it registers. */
  readonly host: string;
  readonly port: number;
  readonly transport: SipTransportName;
  /** What stands behind the @ of its address. */
  readonly domain: string;
  /** The numbers that ring there. */
  readonly lines: readonly string[];
}

export type SipTransportName = 'udp' | 'tcp' | 'tls';

const PORTS: Readonly<Record<SipTransportName, number>> = { udp: 5060, tcp: 5060, tls: 5061 };
const MOST_ACCOUNTS = 20;
export const SIP_USER = /^[\w.+*~!-]{1,64}$/;
const PARAMETERS = ['domain', 'login', 'line', 'transport'];

export const sipAccounts: Kind<readonly SipAccount[]> = {
  allowed: `name=user:password@registrar entries, separated by commas or line breaks; behind the registrar ;transport=udp, tcp or tls, ;domain=, ;login= and ;line= (several times, if need be); in a password %25 stands for %, %2C for a comma, in a login %40 for @; ${MOST_ACCOUNTS} at most, each name once`,
  secret: true,
  ...entriesOnce(MOST_ACCOUNTS, 'name', ({ name }) => name, accountIn),
};

/**
 * Entries of which each name is there once. What is wrong is told by the place of an entry, without
 * anything that could be a password; `read` answers a text for what is none.
 */
export function entriesOnce<T extends object>(
  most: number,
  named: 'name' | 'desk',
  nameOf: (one: T) => string,
  read: (entry: string) => T | string,
) {
  const faults = (text: string): string[] => {
    const entries = entriesIn(text);
    if (entries.length === 0) return ['has no entry; leave it out'];
    if (entries.length > most) return [`${entries.length} entries; ${most} at most`];
    const names = new Set<string>();
    return entries.flatMap((entry, at) => {
      const one = read(entry);
      if (typeof one === 'string') return [`entry ${at + 1}: ${one}`];
      const isTwice = names.has(nameOf(one));
      names.add(nameOf(one));
      return isTwice ? [`entry ${at + 1}: its ${named} is there twice`] : [];
    });
  };
  const parse = (text: string): T[] | undefined =>
    faults(text).length > 0
      ? undefined
      : entriesIn(text)
          .map(read)
          .filter((one) => typeof one !== 'string');
  return { faults, parse };
}

/** A password with a comma in it has that written otherwise. */
function entriesIn(text: string): string[] {
  return text
    .split(/[,\r\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function accountIn(entry: string): SipAccount | string {
  const [, name, user = '', written = '', place = '', rest = ''] =
    /^([^=]*)=([^:]*):(.*)@([^@;]*)((?:;[^@]*)?)$/.exec(entry) ?? [];
  if (name === undefined) return 'is not name=user:password@registrar';
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,31}$/u.test(name))
    return 'the name before = is not allowed';
  if (!SIP_USER.test(user)) return 'no user stands before the first :';
  const password = decoded(written);
  if (password === undefined) return 'the password has a % that is not %25';
  if (!/^\P{Cc}{1,200}$/u.test(password)) return 'there is no password';
  const parameters = rest
    .split(';')
    .slice(1)
    .map((part) => part.split('=').map((word) => word.trim()));
  const of = (wanted: string) =>
    parameters.filter(([word]) => word === wanted).map(([, value = '']) => value);
  const unknown = parameters.some(([word = '', value = '', ...more]) => {
    return !PARAMETERS.includes(word) || value === '' || more.length > 0;
  });
  const [transport = 'udp', ...transports] = of('transport');
  const [domain, ...domains] = of('domain');
  const [writtenLogin = user, ...logins] = of('login');
  const login = decoded(writtenLogin) ?? '';
  const lines = of('line');
  if (unknown || transports.length + domains.length + logins.length > 0) {
    return `behind the registrar only ${PARAMETERS.map((word) => `;${word}=`).join(', ')} stand`;
  }
  if (!(transport in PORTS)) return 'transport is none of udp, tcp and tls';
  if (domain !== undefined && !/^[\w.-]{1,253}$/.test(domain)) return 'the domain is none';
  if (!/^[\w.@+*~!-]{1,100}$/.test(login)) return 'the login is none';
  if (!lines.every((line) => /^[+\d][\d ()/.-]{2,30}$/.test(line))) return 'a line is no number';
  const hasPort = /:\d+$/.test(place.replace(/^\[.*\]/, ''));
  const at = hostAndPort.parse(
    hasPort ? place : `${place}:${PORTS[transport as SipTransportName]}`,
  );
  if (!at) return 'the registrar behind the last @ is no host, nor one with its port';
  const [initial = '', ...letters] = name;
  return {
    // It is read on the page as a name.
    name: initial.toUpperCase() + letters.join(''),
    ...{ user, login, password, ...at },
    transport: transport as SipTransportName,
    domain: domain ?? (at.host.includes(':') ? `[${at.host}]` : at.host),
    lines,
  };
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
