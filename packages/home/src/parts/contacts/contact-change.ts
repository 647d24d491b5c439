import type { AddressChange, Role } from '@hookline/contract';
import { isRoleField, scalarText } from '@hookline/records';
import type { Address } from '../../backend/archive.ts';
import {
  type NumberRow,
  numberFields,
  numberRows,
  numbersChange,
  reportedNumbers,
} from './further-numbers.ts';
import { fieldNamed, ownNameOf, type UsualField } from './usual-fields.ts';

/** What stands in the form. */
export interface Filled {
  readonly name: string;
  readonly number: string;
  readonly further: readonly NumberRow[];
  readonly roles: readonly Role[];
  /** By the name that the archive has for it. */
  readonly fields: ReadonlyMap<string, string>;
}

const USUAL = ['street', 'zip', 'city', 'note'] as const satisfies readonly UsualField[];

/** A longer text is shown, but not in a line to be edited. */
const MOST_EDITED = 5000;
const MOST_FIELDS = 40;

/** Under which names the usual fields are kept; undefined for one that holds more than a text. */
export function usualNames(
  address: Address | undefined,
): Readonly<Record<(typeof USUAL)[number], string | undefined>> {
  const fields = address?.fields ?? {};
  const nameOf = (kind: UsualField) => {
    const name = fieldNamed(fields, kind);
    if (name === undefined) return ownNameOf(kind);
    return isEditable(scalarText(fields[name])) ? name : undefined;
  };
  return {
    street: nameOf('street'),
    zip: nameOf('zip'),
    city: nameOf('city'),
    note: nameOf('note'),
  };
}

/** The other fields that are texts; further numbers have lines of their own. */
export function otherNames(address: Address | undefined): readonly string[] {
  const usual = new Set<string | undefined>(Object.values(usualNames(address)));
  const numbers = numberFields(address);
  return Object.entries(address?.fields ?? {})
    .filter(([name, value]) => typeof value === 'string' && isEditable(value) && !usual.has(name))
    .filter(([name]) => !numbers.has(name))
    .filter(([name, value]) => !isRoleField(name, value))
    .map(([name]) => name)
    .slice(0, MOST_FIELDS);
}

export function filledFrom(
  address: Address | undefined,
  known: { readonly name?: string | undefined; readonly number?: string | undefined } = {},
): Filled {
  const names = [...Object.values(usualNames(address)), ...otherNames(address)];
  return {
    name: address?.name ?? known.name ?? '',
    number: address?.number ?? known.number ?? '',
    further: numberRows(address),
    roles: address?.roles ?? [],
    fields: new Map(
      names.flatMap((name) =>
        name === undefined ? [] : [[name, scalarText(own(address, name)) ?? '']],
      ),
    ),
  };
}

/** What is different, and nothing else; undefined if nothing is. */
export function changeOf(address: Address, filled: Filled): AddressChange | undefined {
  const name = filled.name.trim();
  const number = filled.number.trim();
  const before = filledFrom(address);
  const texts = [...filled.fields].filter(([each, text]) => before.fields.get(each) !== text);
  const further = numbersChange(address, filled.further);
  const fields = [...texts, ...Object.entries(further.fields)];
  const isSameRoles =
    filled.roles.length === before.roles.length &&
    filled.roles.every((role) => before.roles.includes(role));
  const change: AddressChange = {
    ...(name !== before.name.trim() && { name: name === '' ? null : name }),
    ...(number !== before.number.trim() && { number }),
    ...(!isSameRoles && { roles: [...filled.roles] }),
    ...(fields.length > 0 && {
      // An empty line removes the field; null is how the archive is told so.
      fields: Object.fromEntries(
        fields.map(([each, text]) => [each, text.trim() === '' ? null : text]),
      ),
    }),
    ...(Object.keys(further.numbers).length > 0 && { numbers: further.numbers }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** What `POST /api/addresses` takes for a new contact. */
export function reportOf(filled: Filled): Readonly<Record<string, unknown>> {
  const fields = [...filled.fields].filter(([, text]) => text.trim() !== '');
  const [role, ...further] = filled.roles;
  return {
    // Not `number`: beside a street, the archive takes a short one for that of a house.
    phone: filled.number.trim(),
    ...reportedNumbers(filled.further),
    ...(filled.name.trim() !== '' && { name: filled.name.trim() }),
    ...(role !== undefined && (further.length > 0 ? { roles: filled.roles } : { role })),
    ...Object.fromEntries(fields),
  };
}

function own(address: Address | undefined, name: string): unknown {
  const fields = address?.fields ?? {};
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isEditable(text: string | undefined): boolean {
  return text !== undefined && text.length <= MOST_EDITED;
}
