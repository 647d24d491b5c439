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
  const correction = new Correction(kept, rules);
  if (change.number !== undefined) correction.renumber(change.number);
  if (change.fields) correction.setFields(fieldTexts(Object.entries(change.fields)));
  for (const number of change.numbers?.remove ?? []) correction.takeAway(number);
  for (const number of change.numbers?.add ?? []) correction.add(number);
  const { corrections } = kept;
  const regrouped = (['customer', 'courier'] as const).filter(
    (role) => roles.includes(role) !== kept.roles.includes(role),
  );
  return {
    ...kept,
    ...correction.outcome(),
    name,
    roles,
    corrections: {
      name: corrections.name || name !== kept.name,
      fields: new Set([...corrections.fields, ...correction.changedFields]),
      roles: new Set([...corrections.roles, ...regrouped]),
      takenAway: new Set([...correction.takenAway].slice(-MAX_TAKEN_AWAY)),
    },
    // Whoever corrects without a name leaves no other name beside it.
    correctedBy: change.by === undefined ? null : { desk: change.by, at },
    updatedAt: at,
  };
}

/** What a person does to the numbers and fields of an address, step by step. */
class Correction {
  readonly changedFields = new Set<string>();
  readonly takenAway: Set<string>;
  readonly #rules: PhoneRules;
  readonly #fields: Map<string, string>;
  readonly #numbers: Map<string, AddressNumber>;
  #identity: string;
  #phone: AddressRecord['phone'];

  constructor(kept: AddressRecord, rules: PhoneRules) {
    this.#rules = rules;
    this.takenAway = new Set(kept.corrections.takenAway);
    this.#fields = new Map(kept.fields);
    this.#numbers = new Map(kept.numbers.map((number) => [number.key, number]));
    this.#identity = kept.identity;
    this.#phone = kept.phone;
  }

  outcome(): Pick<AddressRecord, 'identity' | 'phone' | 'numbers' | 'fields'> {
    this.#numbers.delete(this.#phone.key ?? '');
    return {
      identity: this.#identity,
      phone: this.#phone,
      numbers: boundedNumbers([...this.#numbers.values()]),
      fields: this.#fields,
    };
  }

  renumber(number: string): void {
    const { aliases, ...phone } = this.#rules.read(number);
    if (phone.key === null) throw noNumber();
    this.#identity = phone.key;
    this.#phone = phone;
    this.takenAway.delete(fingerprint(phone.key));
    this.#have(addressNumbers({ ...phone, aliases }, 'number'));
  }

  setFields(changes: FieldTexts): void {
    const before = this.#written();
    for (const [name, text] of changes) {
      if (text === (this.#fields.get(name) ?? 'null')) continue;
      this.changedFields.add(name);
      if (text === 'null') this.#fields.delete(name);
      else this.#fields.set(name, text);
    }
    const after = this.#written();
    const stay = keysIn(after);
    const isChanged = ({ field }: WrittenNumbers) => this.changedFields.has(field);
    for (const key of keysIn(before.filter(isChanged))) if (!stay.has(key)) this.#lose(key);
    this.#have(after.filter(isChanged).flatMap(({ numbers }) => numbers));
  }

  takeAway(number: string): void {
    const keys = this.#read(number).map(({ key }) => key);
    if (keys.includes(this.#phone.key ?? '')) {
      throw new ArchiveError(
        'conflict',
        'The number that the address goes by cannot be taken away, only changed.',
      );
    }
    const written = this.#written();
    const had = keysIn(written);
    const gone = new Set(keys.filter((key) => this.#numbers.has(key) || had.has(key)));
    for (const [field, some] of Map.groupBy(written, (one) => one.field)) {
      this.#strip(field, some, gone);
    }
    for (const key of gone) this.#lose(key);
  }

  add(number: string): void {
    this.#have(this.#read(number));
    const byHand = [...this.#numbers.values()].filter(({ field }) => field === null);
    if (byHand.length > MAX_FURTHER_NUMBERS) {
      throw new ArchiveError(
        'conflict',
        `An address can have ${MAX_FURTHER_NUMBERS} further numbers.`,
      );
    }
  }

  #read(number: string): readonly AddressNumber[] {
    const numbers = addressNumbers(this.#rules.read(number), null);
    if (numbers.length === 0) throw noNumber();
    return numbers;
  }

  #have(numbers: readonly AddressNumber[]): void {
    for (const number of numbers) {
      this.takenAway.delete(fingerprint(number.key));
      // What a person has added does not go with a field that has it too.
      if (this.#numbers.get(number.key)?.field !== null) this.#numbers.set(number.key, number);
    }
  }

  #lose(key: string): void {
    this.#numbers.delete(key);
    this.takenAway.delete(fingerprint(key));
    this.takenAway.add(fingerprint(key));
  }

  #strip(field: string, written: readonly WrittenNumbers[], gone: ReadonlySet<string>): void {
    const isGone = ({ key }: AddressNumber) => gone.has(key);
    if (!written.some(({ numbers }) => numbers.some(isGone))) return;
    const value = parsedJson(this.#fields.get(field) ?? 'null');
    const left = fieldWithout(value, written, isGone);
    if (left === undefined) this.#fields.delete(field);
    else this.#fields.set(field, JSON.stringify(left));
  }

  #written(): readonly WrittenNumbers[] {
    return writtenNumbers(fieldsObject(this.#fields), this.#rules);
  }
}

function keysIn(written: readonly WrittenNumbers[]): ReadonlySet<string> {
  return new Set(written.flatMap(({ numbers }) => numbers.map(({ key }) => key)));
}

function noNumber(): ArchiveError {
  return new ArchiveError('no_number', 'This is not a phone number.');
}
