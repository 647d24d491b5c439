import type { AddressChange } from '@hookline/contract';
import { scalarText, writtenNumber } from '@hookline/records';
import type { Address } from '../../backend/archive.ts';

type Kept = Address['numbers'][number];

/** A line of the form for a number beside the one that the contact goes by. */
export interface NumberRow {
  readonly key: string;
  readonly text: string;
  /** What the archive has; undefined for one that is being added. */
  readonly kept: Kept | undefined;
}

/** What becomes of them: fields that hold another number, and numbers that come and go. */
interface NumbersChange {
  readonly fields: Readonly<Record<string, string>>;
  readonly numbers: NonNullable<AddressChange['numbers']>;
}

export function numberRows(address: Address | undefined): readonly NumberRow[] {
  return (address?.numbers ?? []).map((kept) => ({ key: kept.line, text: kept.number, kept }));
}

/** Fields whose numbers are among the rows, so that they need no line of their own. */
export function numberFields(address: Pick<Address, 'numbers'> | undefined): ReadonlySet<string> {
  return new Set((address?.numbers ?? []).flatMap(({ field }) => field ?? []));
}

/** The fields that say more than the numbers of the address. */
export function withoutNumbers(address: Pick<Address, 'numbers' | 'fields'>): Address['fields'] {
  const shown = numberFields(address);
  return Object.fromEntries(
    Object.entries(address.fields).filter(
      ([name, value]) => !shown.has(name) || scalarText(value) === undefined,
    ),
  );
}

export function numbersChange(address: Address, rows: readonly NumberRow[]): NumbersChange {
  const fields: Record<string, string> = {};
  const [add, remove]: [string[], string[]] = [[], []];
  const left = new Map(rows.map(({ kept, text }) => [kept, text.trim()]));
  for (const kept of address.numbers) {
    const text = left.get(kept) ?? '';
    if (text === kept.number.trim()) continue;
    const field = text === '' ? undefined : fieldOf(address, kept);
    // In its own field it keeps what it is called by.
    if (field !== undefined) fields[field] = text;
    else {
      remove.push(kept.number);
      if (text !== '') add.push(text);
    }
  }
  for (const { kept, text } of rows) if (!kept && text.trim() !== '') add.push(text.trim());
  return {
    fields,
    numbers: { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) },
  };
}

/** The field that holds this number and nothing else. */
function fieldOf({ fields }: Address, { field, number }: Kept): string | undefined {
  if (field === null || !Object.hasOwn(fields, field)) return undefined;
  const text = scalarText(fields[field]);
  return text !== undefined && writtenNumber(text) === writtenNumber(number) ? field : undefined;
}

/** Further numbers of a new contact, under names that are known for numbers. */
export function reportedNumbers(rows: readonly NumberRow[]): Readonly<Record<string, string>> {
  const texts = rows.map(({ text }) => text.trim()).filter((text) => text !== '');
  return Object.fromEntries(texts.map((text, i) => [`phone${i + 2}`, text]));
}

/** Two digits are the shortest number that somebody is called by. */
export function isNumber(text: string): boolean {
  return /\d\D*\d/.test(text);
}
