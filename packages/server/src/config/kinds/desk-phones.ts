import { httpUrl, type Kind } from './kinds.ts';
import { decoded, entriesIn } from './sip-accounts.ts';

export const PHONE_MAKES = ['snom', 'yealink'] as const;
export type PhoneMake = (typeof PHONE_MAKES)[number];

/** The telephone at a desk, where it takes orders. */
export interface PhoneAddress {
  readonly make: PhoneMake;
  readonly url: string;
}

export interface PhoneLogin {
  readonly user: string;
  readonly password: string;
}

const MOST_PHONES = 200;
const DESK = /^[\w*#+ -]{1,32}$/;

/** By the desk. */
export const deskPhones = byDesk<PhoneAddress>({
  allowed: `entries such as 21=snom:http://10.1.0.21; makes: ${PHONE_MAKES.join(', ')}; no user or password in the address`,
  read(text) {
    const [, word = '', address = ''] = /^([^:]*):(.*)$/.exec(text) ?? [];
    const make = PHONE_MAKES.find((each) => each === word);
    const url = httpUrl.parse(address);
    if (!make) return `what stands before the first : is no make; there are ${PHONE_MAKES.join()}`;
    return url === undefined ? 'the address is none such as http://10.1.0.21' : { make, url };
  },
});

/** By the desk. What is wrong is told without anything that could be a password. */
export const phoneLogins: Kind<Readonly<Record<string, PhoneLogin>>> = {
  ...byDesk<PhoneLogin>({
    allowed:
      'desk=user:password entries, separated by commas or line breaks; in a password %25 stands for %, %2C for a comma',
    read(text) {
      const [, user = '', written = ''] = /^([^:]*):(.*)$/.exec(text) ?? [];
      const password = decoded(written);
      if (!/^\P{Cc}{1,100}$/u.test(user)) return 'no user stands before the first :';
      if (password === undefined) return 'the password has a % that is not %25';
      return /^\P{Cc}{1,200}$/u.test(password) ? { user, password } : 'there is no password';
    },
  }),
  secret: true,
};

function byDesk<T extends object>(of: {
  readonly allowed: string;
  /** A text says why it is none. */
  read(text: string): T | string;
}): Kind<Readonly<Record<string, T>>> {
  const read = (entry: string): readonly [desk: string, value: T] | string => {
    const [, desk = '', rest = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(entry) ?? [];
    if (!DESK.test(desk)) return 'no desk stands before the =';
    const value = of.read(rest);
    return typeof value === 'string' ? value : [desk, value];
  };
  const faults = (text: string) => {
    const entries = entriesIn(text);
    if (entries.length === 0) return ['has no entry; leave it out'];
    if (entries.length > MOST_PHONES) return [`${entries.length} entries; ${MOST_PHONES} at most`];
    const desks = new Set<string>();
    return entries.flatMap((entry, at) => {
      const one = read(entry);
      if (typeof one === 'string') return [`entry ${at + 1}: ${one}`];
      const isTwice = desks.has(one[0]);
      desks.add(one[0]);
      return isTwice ? [`entry ${at + 1}: its desk is there twice`] : [];
    });
  };
  return {
    allowed: of.allowed,
    faults,
    parse(text) {
      if (faults(text).length > 0) return undefined;
      const all = entriesIn(text).map(read);
      return Object.fromEntries(all.filter((one) => typeof one !== 'string'));
    },
  };
}
