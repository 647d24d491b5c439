import type { AddressChange } from '@hookline/contract';
import { parsedJson } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { ArchiveError } from '../engine/archive-error.ts';
import { fingerprint } from '../engine/content-hash.ts';
import {
  type AddressNumber,
  addressNumbers,
  fieldWithout,
  type WrittenNumbers,
  writtenNumbers,
} from './address-numbers.ts';
import { type FieldTexts, fieldsObject, fieldTexts } from './field-texts.ts';
import { type AddressRecord, boundedNumbers, MAX_FURTHER_NUMBERS } from './merge-address.ts';

/** Lines that were taken away longest ago are forgotten beyond this. */
const MAX_TAKEN_AWAY = 200;

/**
 * An address as a person has set it right. What differs from before is marked, so that no source
 * turns it back by repeating what it said.
 */
export function correctedAddress(
  kept: AddressRecord,
  change: AddressChange,
  rules: PhoneRules,
  at: string,
): AddressRecord {
  const { name = kept.name, roles = kept.roles } = change;
  let { identity, phone } = kept;
  const changedFields = new Set<string>();
  const takenAway = new Set(kept.corrections.takenAway);
  const fields = new Map(kept.fields);
  const numbers = new Map(kept.numbers.map((number) => [number.key, number]));
  if (change.number !== undefined) renumber(change.number);
  if (change.fields) setFields(fieldTexts(Object.entries(change.fields)));
  for (const number of change.numbers?.remove ?? []) takeAway(number);
  for (const number of change.numbers?.add ?? []) add(number);
  numbers.delete(phone.key ?? '');
  const { corrections } = kept;
  const regrouped = (['customer', 'courier'] as const).filter(
    (role) => roles.includes(role) !== kept.roles.includes(role),
  );
  return {
    ...kept,
    identity,
    phone,
    numbers: boundedNumbers([...numbers.values()]),
    fields,
    name,
    roles,
    corrections: {
      name: corrections.name || name !== kept.name,
      fields: new Set([...corrections.fields, ...changedFields]),
      roles: new Set([...corrections.roles, ...regrouped]),
      takenAway: new Set([...takenAway].slice(-MAX_TAKEN_AWAY)),
    },
    // Whoever corrects without a name leaves no other name beside it.
    correctedBy: change.by === undefined ? null : { desk: change.by, at },
    updatedAt: at,
  };

  function renumber(number: string): void {
    const { aliases, ...read } = rules.read(number);
    if (read.key === null) throw noNumber();
    identity = read.key;
    phone = read;
    takenAway.delete(fingerprint(read.key));
    have(addressNumbers({ ...read, aliases }, 'number'));
  }

  function setFields(changes: FieldTexts): void {
    const before = written();
    for (const [field, text] of changes) {
      if (text === (fields.get(field) ?? 'null')) continue;
      changedFields.add(field);
      if (text === 'null') fields.delete(field);
      else fields.set(field, text);
    }
    const after = written();
    const stay = keysIn(after);
    const isChanged = ({ field }: WrittenNumbers) => changedFields.has(field);
    for (const key of keysIn(before.filter(isChanged))) if (!stay.has(key)) lose(key);
    have(after.filter(isChanged).flatMap((one) => one.numbers));
  }

  function takeAway(number: string): void {
    const keys = numbersIn(number).map(({ key }) => key);
    if (keys.includes(phone.key ?? '')) {
      throw new ArchiveError(
        'conflict',
        'The number that the address goes by cannot be taken away, only changed.',
      );
    }
    const all = written();
    const had = keysIn(all);
    const gone = new Set(keys.filter((key) => numbers.has(key) || had.has(key)));
    for (const [field, some] of Map.groupBy(all, (one) => one.field)) strip(field, some, gone);
    for (const key of gone) lose(key);
  }

  function add(number: string): void {
    have(numbersIn(number));
    const byHand = [...numbers.values()].filter(({ field }) => field === null);
    if (byHand.length > MAX_FURTHER_NUMBERS) {
      throw new ArchiveError(
        'conflict',
        `An address can have ${MAX_FURTHER_NUMBERS} further numbers.`,
      );
    }
  }

  function numbersIn(number: string): readonly AddressNumber[] {
    const read = addressNumbers(rules.read(number), null);
    if (read.length === 0) throw noNumber();
    return read;
  }

  function have(some: readonly AddressNumber[]): void {
    for (const number of some) {
      takenAway.delete(fingerprint(number.key));
      // What a person has added does not go with a field that has it too.
      if (numbers.get(number.key)?.field !== null) numbers.set(number.key, number);
    }
  }

  function lose(key: string): void {
    numbers.delete(key);
    takenAway.delete(fingerprint(key));
    takenAway.add(fingerprint(key));
  }

  function strip(field: string, some: readonly WrittenNumbers[], gone: ReadonlySet<string>): void {
    const isGone = ({ key }: AddressNumber) => gone.has(key);
    if (!some.some((one) => one.numbers.some(isGone))) return;
    const left = fieldWithout(parsedJson(fields.get(field) ?? 'null'), some, isGone);
    if (left === undefined) fields.delete(field);
    else fields.set(field, JSON.stringify(left));
  }

  function written(): readonly WrittenNumbers[] {
    return writtenNumbers(fieldsObject(fields), rules);
  }
}

function keysIn(written: readonly WrittenNumbers[]): ReadonlySet<string> {
  return new Set(written.flatMap(({ numbers }) => numbers.map(({ key }) => key)));
}

function noNumber(): ArchiveError {
  return new ArchiveError('no_number', 'This is not a phone number.');
}
