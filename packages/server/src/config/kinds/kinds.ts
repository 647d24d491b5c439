import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { COURIER_CLASSES, JOB_CLASSES } from '@hookline/contract';
import { looksLikeHash, readHash } from './password-hash.ts';

/** The kinds of values a property can have. `parse` answers undefined for what is not allowed. */
export interface Kind<T> {
  /** An empty value says something, and is no slip. */
  readonly mayBeEmpty?: boolean;
  readonly allowed: string;
  readonly secret?: true;
  parse(text: string): T | undefined;
  /** What exactly is not allowed in a long value, one line each and nothing secret in them. */
  faults?(text: string): readonly string[];
}

export function integer(min: number, max: number): Kind<number> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A length of time, in milliseconds once parsed. */
export function duration(min: string, max: string): Kind<number> {
  const milliseconds = (text: string): number => {
    const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
    return amount && unit ? Number(amount) * UNITS[unit as keyof typeof UNITS] : Number.NaN;
  };
  const least = milliseconds(min);
  const most = milliseconds(max);
  return {
    allowed: `a duration from ${min} to ${max}, such as 500ms, 15s, 10m, 12h or 90d`,
    parse(text) {
      const value = milliseconds(text);
      return value >= least && value <= most ? value : undefined;
    },
  };
}

/** So many in a time, such as 100/s. */
export const rate: Kind<{ readonly count: number; readonly per: number }> = {
  allowed:
    'a whole number from 1 to 999999 per second, minute or hour, such as 100/s, 6000/m or 500/h',
  parse(text) {
    const [, count, unit] = /^([1-9]\d{0,5})\/([smh])$/.exec(text) ?? [];
    return count && unit
      ? { count: Number(count), per: UNITS[unit as keyof typeof UNITS] }
      : undefined;
  },
};

export function oneOf<const T extends string>(...names: T[]): Kind<T> {
  return {
    allowed: names.join(', '),
    parse: (text) => names.find((name) => name === text),
  };
}

export function text(pattern: RegExp, allowed: string): Kind<string> {
  return { allowed, parse: (value) => (pattern.test(value) ? value : undefined) };
}

/** Visible ASCII only: anything else cannot be sent in a header by every client. */
export const secretToken: Kind<string> = {
  allowed: 'visible ASCII characters without spaces',
  secret: true,
  parse: (value) => (/^[\x21-\x7e]+$/.test(value) ? value : undefined),
};

/** As it is typed, or as `npm run hash-password` writes it. */
export const password: Kind<string> = {
  allowed: 'a password of up to 1,000 characters, or what hookline hash-password makes of it',
  secret: true,
  parse(written) {
    // The whole line of npm run hash-password, as `npm run hash-password >file` puts it there.
    const value = written.replace(/^app\.access\.password: *(?=scrypt:)/, '');
    // A hash that was cut or changed on its way here would be a password that nobody knows.
    if (looksLikeHash(value)) return readHash(value) ? value : undefined;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nobody can type these
    return value.length <= 1000 && !/[\x00-\x1f\x7f]/.test(value) ? value : undefined;
  },
};

export const flag: Kind<boolean> = {
  allowed: 'true, false',
  parse: (value) => ({ true: true, false: false })[value],
};

/** What another system is logged in to with: anything that can be typed. */
export const foreignPassword: Kind<string> = {
  allowed: 'a password of up to 200 characters',
  secret: true,
  parse: (value) => (/^\P{Cc}{1,200}$/u.test(value) ? value : undefined),
};

/**
 * What a sender signs with. A line break or a space at an end is what a careless copy adds, and
 * every signature would be wrong for no visible reason.
 */
export const signingSecret: Kind<string> = {
  allowed:
    'whsec_ and base64 (several of these are separated by spaces), or any other text without control characters and without spaces around it',
  secret: true,
  parse(value) {
    if (value.startsWith('whsec_')) {
      const isEachBase64 = value
        .split(/ +/)
        .every((part) =>
          /^whsec_(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?|[A-Za-z\d+/]{4})$/.test(
            part,
          ),
        );
      return isEachBase64 ? value : undefined;
    }
    return /^\P{Cc}+$/u.test(value) && value.trim() === value ? value : undefined;
  },
};

/**
 * Whole from the start: in a working folder that is removed while the service runs, Node's `mkdir`
 * of a relative path never comes back, and the service could not even be ended.
 */
export const path: Kind<string> = {
  allowed: 'the path of a file',
  parse: (value) => resolve(value),
};

/** A phone book: a file, or where else one is. */
export function bookOr(...places: string[]): Kind<string> {
  return {
    allowed: `${places.join(', ')}, or the path of a JSON or CSV file`,
    parse(value) {
      if (places.includes(value)) return value;
      return /\S/.test(value) ? resolve(value) : undefined;
    },
  };
}

export const folder: Kind<string> = { ...path, allowed: 'the path of a folder' };

/** May carry a password, so it is never shown. */
export const archiveUrl: Kind<string> = {
  allowed: 'sqlite:PATH, postgres://user:password@host/database, or off',
  secret: true,
  parse(value) {
    if (value === 'off') return value;
    const [, file] = /^sqlite:(.+)/.exec(value) ?? [];
    if (file !== undefined) return `sqlite:${resolve(file)}`;
    return /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value) ? value : undefined;
  },
};

export const httpUrl: Kind<string> = {
  allowed: 'an address such as https://hooks.example.com, without query',
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
      return undefined;
    }
    return url.href.replace(/\/$/, '');
  },
};

/** Where `{address}` stands, the address is put in; empty is a value too. */
export const mapUrl: Kind<string> = {
  mayBeEmpty: true,
  allowed:
    'an http or https address with {address} behind its host, such as https://maps.example.com/?q={address}; empty for none',
  parse(value) {
    if (value === '') return value;
    const filled = value.replaceAll('{address}', 'x');
    const url = URL.canParse(filled) ? new URL(filled) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
    // A sender of addresses must not choose the host.
    const [, , host = ''] = value.split(/[/?#]/);
    const hasPlace = value.includes('{address}') && !host.includes('{');
    return hasPlace && value.length <= 1000 && !/[\s\p{Cc}]/u.test(value) ? value : undefined;
  },
};

export const socketUrl: Kind<string> = {
  allowed: 'an address such as ws://localhost:9999/telephony',
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!url || !/^wss?:$/.test(url.protocol) || url.hash || url.username) return undefined;
    return url.href;
  },
};

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

export const hostAndPort: Kind<HostAndPort> = {
  allowed: 'a host and its port, such as fritz.box:5060 or [::1]:5060',
  parse(value) {
    const [, name, address, number] =
      /^(?:([\w.-]{1,253})|\[([\da-f:.]{2,45})\]):(\d{1,5})$/i.exec(value) ?? [];
    const port = Number(number);
    const host = name ?? address;
    return host !== undefined && port >= 1 && port <= 65535 ? { host, port } : undefined;
  },
};

const origin: Kind<string> = {
  allowed: 'origins such as https://office.example.com',
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url && /^https?:$/.test(url.protocol) && url.origin === value.toLowerCase()
      ? url.origin
      : undefined;
  },
};

const hostName: Kind<string> = {
  allowed: 'host names without port, such as office-pc',
  parse: (value) =>
    /^([\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])$/i.test(value) ? value.toLowerCase() : undefined,
};

/** An address, or a network as `10.0.0.0/8`. */
const network: Kind<string> = {
  allowed: 'addresses or networks such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32, or loopback',
  parse(value) {
    if (value === 'loopback') return value;
    const [address = '', bits, ...rest] = value.split('/');
    const family = isIP(address);
    if (family === 0 || address.includes('%') || rest.length > 0) return undefined;
    if (bits === undefined) return address;
    const isPrefix = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
    return isPrefix ? value : undefined;
  },
};

/** As Node writes them: small. */
const headerName: Kind<string> = {
  allowed: 'names of headers of up to 64 letters, digits and dashes, such as X-Event',
  parse: (value) => (/^[A-Za-z\d-]{1,64}$/.test(value) ? value.toLowerCase() : undefined),
};

const fieldName: Kind<string> = {
  allowed: 'names of fields of up to 64 characters, such as sendungs_nr',
  parse: (value) =>
    /^\P{Cc}{1,64}$/u.test(value) && /[\p{L}\p{N}]/u.test(value) ? value : undefined,
};

const STATUS_CLASSES: readonly string[] = [...JOB_CLASSES, ...COURIER_CLASSES];

const MEANINGS = `they may mean ${STATUS_CLASSES.join(', ')}`;

/** A word and what it means; a text says why it is none. */
function statusWord(item: string): readonly [word: string, means: string] | string {
  const [, quoted, plain = '', means] =
    /^\s*(?:"([^"]*)"|([^"=]*?))\s*(?:=\s*(.*?)\s*)?$/su.exec(item) ?? [];
  const word = quoted ?? plain;
  if (!/^\P{Cc}{1,64}$/u.test(word) || !/[\p{L}\p{N}]/u.test(word)) return 'no word';
  if (means === undefined) return 'without what it means';
  return STATUS_CLASSES.includes(means) ? [word, means] : `means ${means || 'nothing'}`;
}

/** A name of the IANA database, as it is written there. */
export const timeZoneName: Kind<string> = {
  allowed: 'a time zone such as Europe/Berlin',
  parse(value) {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  },
};

/** Several values, separated by commas (in a file also as a list). */
function listOf<T>(item: Kind<T>): Kind<readonly T[]> {
  return {
    allowed: `${item.allowed}; several are separated by commas`,
    parse(value) {
      const items = value.split(',').map((part) => item.parse(part.trim()));
      return items.every((part) => part !== undefined) ? items : undefined;
    },
  };
}

export const origins = listOf(origin);
export const hostNames = listOf(hostName);
export const networks = listOf(network);
export const fieldNames = listOf(fieldName);
export const headerNames = listOf(headerName);
const pair: Kind<readonly [name: string, value: string]> = {
  allowed: 'pairs such as 21=610',
  parse(value) {
    const [name = '', ...rest] = value.split('=').map((part) => part.trim());
    const [text = ''] = rest;
    const isPair = /^[\w*#+ -]{1,32}$/.test(name) && /^\P{Cc}{1,64}$/u.test(text);
    return isPair && rest.length === 1 ? [name, text] : undefined;
  },
};
/** By the name; a name with two values has none. */
export const pairs: Kind<Readonly<Record<string, string>>> = {
  allowed: listOf(pair).allowed,
  parse(value) {
    const all = listOf(pair).parse(value);
    const byName = Object.fromEntries(all ?? []);
    return all && Object.keys(byName).length === all.length ? byName : undefined;
  },
};
export const texts = listOf(text(/^\P{Cc}{1,64}$/u, 'names'));
/** By the word. What is in quotes may have commas in it. */
function statusWordsIn(value: string): Map<string, readonly [string, string] | string> {
  const items = value.match(/(?:"[^"]*"|[^,"])+/g) ?? [''];
  const found = new Map<string, readonly [string, string] | string>();
  const words = new Set<string>();
  for (const item of items) {
    const one = statusWord(item);
    const isTwice = typeof one !== 'string' && words.has(one[0]);
    found.set(item.trim(), isTwice ? 'is there twice' : one);
    if (typeof one !== 'string') words.add(one[0]);
  }
  return found;
}
export const statusWords: Kind<Readonly<Record<string, string>>> = {
  allowed: `words and what they mean, such as in Prüfung=problem; ${MEANINGS}; several are separated by commas, and one with a comma in it is in quotes`,
  parse(value) {
    const found = [...statusWordsIn(value).values()];
    const words = found.filter((one) => typeof one !== 'string');
    return words.length === found.length ? Object.fromEntries(words) : undefined;
  },
  faults: (value) =>
    Array.from(statusWordsIn(value)).flatMap(([item, why]) =>
      typeof why === 'string' ? [`${item || 'nothing'}: ${why}; ${MEANINGS}`] : [],
    ),
};
export const names = <const T extends string>(...allowed: T[]) => listOf(oneOf(...allowed));
