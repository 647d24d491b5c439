import { httpUrl, type Kind } from './kinds.ts';
import { decoded, entriesOnce } from './sip-accounts.ts';

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
  const all = entriesOnce(MOST_PHONES, 'desk', ([desk]) => desk, read);
  return {
    allowed: of.allowed,
    faults: all.faults,
    parse(text) {
      const entries = all.parse(text);
      return entries && Object.fromEntries(entries);
    },
  };
}
