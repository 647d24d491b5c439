import type { Role } from '@hookline/contract';
import type { Address } from '../../backend/archive.ts';
import { type Filled, filledFrom } from './contact-change.ts';
import type { FormSubject } from './form-subject.ts';
import type { NumberRow } from './further-numbers.ts';

/** What somebody has changed in a form, and nothing else: the rest is the archive's to say. */
export interface TypedContact {
  readonly name?: string;
  readonly number?: string;
  readonly roles?: readonly Role[];
  readonly fields?: Readonly<Record<string, string>>;
  /** All of them; `line` is that of a number which the archive has. */
  readonly further?: readonly { readonly line?: string; readonly text: string }[];
}

/** Undefined if nothing was changed. Of a new contact all is kept, what was known before too. */
export function typedIn(subject: FormSubject, filled: Filled): TypedContact | undefined {
  const opened = filledFrom(subject.address, subject);
  if (Object.keys(changedIn(opened, filled)).length === 0) return undefined;
  return changedIn(filledFrom(subject.address), filled);
}

function changedIn(before: Filled, filled: Filled): TypedContact {
  const fields = [...filled.fields].filter(
    ([name, text]) => (before.fields.get(name) ?? '') !== text,
  );
  return {
    ...(filled.name !== before.name && { name: filled.name }),
    ...(filled.number !== before.number && { number: filled.number }),
    ...(filled.roles.join() !== before.roles.join() && { roles: filled.roles }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(!isSameNumbers(before.further, filled.further) && {
      further: filled.further.map(({ kept, text }) => ({ ...(kept && { line: kept.line }), text })),
    }),
  };
}

/** The form as it was left, on what the archive has now. */
export function withTyped(subject: FormSubject, typed: TypedContact | undefined): Filled {
  const filled = filledFrom(subject.address, subject);
  if (!typed) return filled;
  const { name, number, roles, fields = {}, further } = typed;
  return {
    name: name ?? filled.name,
    number: number ?? filled.number,
    roles: roles ?? filled.roles,
    fields: new Map([...filled.fields, ...Object.entries(fields)]),
    further: further?.map((row, at) => numberRow(subject.address, row, at)) ?? filled.further,
  };
}

/** What stands in the storage may have been written by another version of the page. */
export function typedContact(value: unknown): TypedContact | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, number, roles, fields, further } = value as Record<string, unknown>;
  const isText = (each: unknown) => each === undefined || typeof each === 'string';
  const isRight =
    isText(name) &&
    isText(number) &&
    (roles === undefined || Array.isArray(roles)) &&
    (fields === undefined || Object.values(fields ?? { none: 0 }).every(isText)) &&
    (further === undefined ||
      (Array.isArray(further) && further.every((row) => typeof row?.text === 'string')));
  return isRight ? (value as TypedContact) : undefined;
}

function numberRow(
  address: Address | undefined,
  { line, text }: { readonly line?: string; readonly text: string },
  at: number,
): NumberRow {
  // Gone from the archive meanwhile: what was typed is then one to be added.
  const kept = address?.numbers.find((each) => each.line === line);
  return { key: kept ? kept.line : `added ${at + 1}`, text, kept };
}

function isSameNumbers(a: readonly NumberRow[], b: readonly NumberRow[]): boolean {
  const textOf = (rows: readonly NumberRow[]) =>
    JSON.stringify(rows.map(({ kept, text }) => [kept?.line ?? '', text]));
  return textOf(a) === textOf(b);
}
