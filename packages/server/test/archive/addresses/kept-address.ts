import type { AddressChange } from '@hookline/contract';
import { parsedJson } from '@hookline/records';
import { PhoneRules } from '@hookline/records/phone';
import { addressReports } from '../../../src/archive/addresses/address-reports.ts';
import { correctedAddress } from '../../../src/archive/addresses/correct-address.ts';
import { fieldTextsToJson } from '../../../src/archive/addresses/field-texts.ts';
import type { AddressSource } from '../../../src/archive/addresses/identity.ts';
import { type AddressRecord, mergedAddress } from '../../../src/archive/addresses/merge-address.ts';

const rules = new PhoneRules({ country: 'DE' });
export const NUMBER = '030 23125-100';

/** What is kept about one number while sources report and people correct. */
export class Kept {
  record: AddressRecord | undefined;
  #clock = Date.parse('2026-03-01T08:00:00Z');

  report(source: AddressSource, fields: object): string {
    const payload = parsedJson(JSON.stringify({ number: NUMBER, ...fields }));
    const [report] = addressReports(payload, source, rules).reports;
    if (!report) throw new Error('no address');
    const merge = mergedAddress(this.record, report, source, this.#now());
    if (merge.outcome !== 'unchanged') this.record = merge.record;
    return merge.outcome;
  }

  correct(change: AddressChange): void {
    if (!this.record) throw new Error('nothing is kept');
    this.record = correctedAddress(this.record, change, rules, this.#now());
  }

  get name(): string | null | undefined {
    return this.record?.name;
  }

  get fields(): Record<string, unknown> {
    return JSON.parse(fieldTextsToJson(this.record?.fields ?? new Map()));
  }

  get lines(): readonly string[] {
    return this.record?.numbers.map(({ key }) => key) ?? [];
  }

  #now(): string {
    return new Date(this.#clock++).toISOString();
  }
}
