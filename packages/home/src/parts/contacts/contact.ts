import type { Role } from '@hookline/contract';
import {
  foldedWords,
  isRoleField,
  numberForms,
  rolesIn,
  searchedTexts,
  sortName,
} from '@hookline/records';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import type { Address } from '../../backend/archive.ts';
import { shortText } from '../../format/payload-text.ts';
import { type Fields, placeOf, usualText } from './usual-fields.ts';

/** Somebody whom the office knows, ready to be shown and searched. */
export interface Contact {
  /** Names it in lists. */
  readonly key: string;
  /** The one of the archive; undefined for whom only the phone book has. */
  readonly id: string | undefined;
  readonly name: string;
  /** Its place in a phone book, as the archive has it. */
  readonly sortName: string;
  /** The one that is dialled. */
  readonly number: string | null;
  /** By which it is known to be the same as another one; undefined if nobody has told. */
  readonly line: string | undefined;
  readonly roles: readonly Role[];
  /** All else that is known. */
  readonly fields: Fields;
  /** The names of others who have the number. */
  readonly others: readonly string[];
  readonly searched: Searched;
}

/**
 * What is compared with a query. Made once, for it is read with every letter that is typed. A
 * blank stands before each word and each number.
 */
export interface Searched {
  readonly name: string;
  readonly text: string;
  /** All ways to dial any of its numbers. */
  readonly digits: string;
}

/** A foreign system may send a megabyte as an address. */
const MOST_SHOWN = 200;
const MOST_SEARCHED = 1000;
const MOST_TEXTS = 30;

export function contactOfAddress(address: Address, callingCode: string): Contact {
  const { id, name, number, e164, display, fields, roles, others = [] } = address;
  const owners = [address, ...others];
  const further = owners.flatMap((one) =>
    one.numbers.flatMap((each) => [each.number, each.display]),
  );
  const numbers = [number, e164, display, ...further].filter((each) => each !== null);
  const names = others.map((other) => other.name ?? '');
  return {
    key: id,
    id,
    name: shortText(name ?? ''),
    sortName: sortName(name ?? ''),
    number: e164 ?? number,
    line: address.line ?? undefined,
    roles,
    fields,
    others: names.map((each) => shortText(each)),
    searched: searchedOf(
      [name ?? '', ...names],
      numbers,
      owners.map((one) => one.fields),
      callingCode,
    ),
  };
}

export function contactOfEntry(entry: PhoneBookEntry, callingCode: string): Contact {
  const { number, name, line, ...fields } = entry;
  return {
    key: `phone book ${number} ${shortText(name)}`,
    id: undefined,
    name: shortText(name),
    sortName: sortName(name),
    number,
    line: line ?? undefined,
    roles: rolesIn(fields),
    fields,
    others: [],
    searched: searchedOf([name], [number], [fields], callingCode),
  };
}

/** The contact of the archive, found by what the phone book says about its number as well. */
export function withEntry(contact: Contact, listed: Contact): Contact {
  const { searched } = contact;
  return {
    ...contact,
    // With another one its row is made anew, and whoever was at it loses the focus, as soon as the
    // archive has what the phone book says.
    key: contact.key === contact.id ? listed.key : contact.key,
    name: contact.name || listed.name,
    fields: { ...listed.fields, ...contact.fields },
    searched: {
      name: [searched.name, listed.searched.name].join(''),
      text: [searched.text, listed.searched.text].join(''),
      digits: [searched.digits, listed.searched.digits].join(''),
    },
  };
}

/** Where they are; what they drive, if nobody says where. */
export function placeLine({ fields }: Contact): string {
  return shortText(placeOf(fields) || usualText(fields, 'vehicle'), MOST_SHOWN);
}

/** The first texts of all fields, to show where something was found. */
export function furtherTexts({ fields }: Contact): readonly string[] {
  const shown = Object.entries(fields).filter(([name, value]) => !isRoleField(name, value));
  return searchedTexts(shown.map(([, value]) => value))
    .slice(0, MOST_TEXTS)
    .map((text) => shortText(text, MOST_SHOWN));
}

/** Joined and not added up: the browser would put off the adding until somebody types. */
function searchedOf(
  names: readonly string[],
  numbers: readonly string[],
  fields: readonly Fields[],
  callingCode: string,
): Searched {
  const ofName = names.flatMap((name) => foldedWords(name.slice(0, MOST_SEARCHED)));
  const texts = searchedTexts([numbers, fields]);
  // Who has no name is often called by the number.
  const forms = new Set([...names, ...texts].flatMap((text) => numberForms(text, callingCode)));
  return {
    name: ['', ...ofName].join(' '),
    text: ['', ...ofName, ...foldedWords(texts.join(' '))].join(' '),
    digits: ['', ...forms].join(' '),
  };
}
