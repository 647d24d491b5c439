import type { ByDesk } from '@hookline/contract';
import { parsedJson } from '@hookline/records';
import type { PhoneLine } from '@hookline/records/phone';
import { fingerprint } from '../engine/content-hash.ts';
import { type AddressNumber, fieldWithout } from './address-numbers.ts';
import type { AddressReport } from './address-reports.ts';
import { type AddressSource, identityIn, ownerAmong } from './identity.ts';
import { boundedOwners, NO_CORRECTIONS, type Owner, ownerOf } from './owners.ts';
import { allReported, isBlank, isNews, NOTHING_REPORTED, type Reported } from './reported.ts';

/** An address as it is kept: a number, and who has it. */
export interface AddressRecord extends Owner {
  readonly identity: string;
  readonly phone: PhoneLine;
  /** Who else has the number, the one that changed last first. */
  readonly others: readonly Owner[];
}

export type AddressMerge =
  /** Nothing to write. */
  | { readonly outcome: 'unchanged' }
  /** To be written; with `noted`, no reader sees a change, with `seen` only another `seenAt`. */
  | {
      readonly outcome: 'created' | 'updated' | 'noted' | 'seen';
      readonly record: AddressRecord;
    };

export function shownIn({ identity: _, phone: __, others: ___, ...owner }: AddressRecord): Owner {
  return owner;
}

/** Milliseconds between two signs of life: one a second would be a write a second. */
const SEEN_EVERY = 60_000;

/** Old numbers are forgotten beyond this, or a sender that counts up would fill the index. */
export const MAX_FURTHER_NUMBERS = 50;

/**
 * Merges a report into what is kept about its number, and there about whom it means. Mixed, two
 * customers of one number would have one name and the other's street. Whoever has news is shown.
 */
export function mergedAddress(
  existing: AddressRecord | undefined,
  report: AddressReport,
  source: AddressSource,
  at: string,
  courierId?: string,
): AddressMerge {
  const owner = existing && ownerOf([existing, ...existing.others], report, source);
  if (!existing || owner === existing) return mergedOwner(existing, report, source, at, courierId);
  const { phone, others } = existing;
  const before = owner && { ...existing, ...owner };
  const merge = mergedOwner(before, report, source, at, courierId);
  if (merge.outcome === 'unchanged') return merge;
  const merged = shownIn(merge.record);
  if (before && sameContent(before, { ...merge.record, phone })) {
    const noted = { ...merged, updatedAt: before.updatedAt };
    const all = others.map((one) => (one === owner ? noted : one));
    const outcome = noted.seenAt === before.seenAt ? 'noted' : 'updated';
    return { outcome, record: { ...existing, others: all } };
  }
  const rest = [shownIn(existing), ...others.filter((one) => one !== owner)];
  return { outcome: 'updated', record: { ...merge.record, others: boundedOwners(rest) } };
}

/**
 * A report that repeats the last one of its source changes nothing: home pages report their phone
 * book at every load, and what webhooks said since is fresher.
 */
function mergedOwner(
  existing: AddressRecord | undefined,
  report: AddressReport,
  source: AddressSource,
  at: string,
  courierId: string | null = existing?.courierId ?? null,
): AddressMerge {
  const last = existing?.lastReports.get(source);
  const seenAt = report.courier ? seenNow(existing?.seenAt ?? null, at) : existing?.seenAt;
  const isSeen = existing !== undefined && seenAt !== existing.seenAt;
  const ownId = report.courier?.ownId ?? existing?.ownId ?? null;
  const customerId = report.customer?.ownId ?? existing?.customerId ?? null;
  const known = { ownId, courierId, customerId, seenAt: seenAt ?? null };
  const kept = { ...(existing ?? emptyRecord(report, at)), ...known };
  const isSame =
    existing?.ownId === ownId &&
    existing.courierId === courierId &&
    existing.customerId === customerId;
  if (last?.hash === report.hash && last.said && isSame) {
    return isSeen ? { outcome: 'seen', record: kept } : { outcome: 'unchanged' };
  }
  const said = allReported([last?.said ?? NOTHING_REPORTED, report.said]);
  const noted: AddressRecord = {
    ...kept,
    lastReports: new Map([
      ...[...kept.lastReports].filter(([one]) => one !== source),
      [source, { hash: report.hash, said }],
    ]),
  };
  if (last?.hash === report.hash) return { outcome: isSeen ? 'updated' : 'noted', record: noted };
  const record = withReport(noted, report, last?.said ?? NOTHING_REPORTED);
  if (!existing) return { outcome: 'created', record };
  if (sameContent(existing, record)) return { outcome: isSeen ? 'updated' : 'noted', record };
  return { outcome: 'updated', record: { ...record, updatedAt: at } };
}

/** What came late says nothing about now. */
function seenNow(before: string | null, at: string): string {
  if (before === null) return at;
  return Date.parse(at) - Date.parse(before) >= SEEN_EVERY ? at : before;
}

function emptyRecord({ identity, phone }: AddressReport, at: string): AddressRecord {
  return {
    identity,
    phone,
    name: null,
    roles: [],
    numbers: [],
    fields: new Map(),
    lastReports: new Map(),
    corrections: NO_CORRECTIONS,
    ownId: null,
    customerId: null,
    courierId: null,
    correctedBy: null,
    createdAt: at,
    updatedAt: at,
    seenAt: null,
    others: [],
  };
}

function laterOf(one: ByDesk | null, other: ByDesk | null): ByDesk | null {
  return (one?.at ?? '') < (other?.at ?? '') ? other : one;
}

/** One address of two that turn out to be the same courier; what the first says goes before. */
export function absorbed(first: AddressRecord, other: AddressRecord): AddressRecord {
  const known = [first, ...first.others].map((one) => ({ one, ...identityIn(one) }));
  const owner = ownerAmong(known, identityIn(other))?.one;
  if (owner !== first) {
    // Two who share a number are not one for that.
    const joined = owner ? absorbed({ ...first, ...owner, others: [] }, other) : other;
    const rest = first.others.filter((one) => one !== owner);
    return { ...first, others: boundedOwners([shownIn(joined), ...joined.others, ...rest]) };
  }
  const numbers = new Map([...other.numbers, ...first.numbers].map((one) => [one.key, one]));
  numbers.delete(first.phone.key ?? '');
  const { corrections } = first;
  return {
    ...first,
    name: first.name ?? other.name,
    roles: [...new Set([...first.roles, ...other.roles])],
    numbers: boundedNumbers([...numbers.values()]),
    fields: new Map([...other.fields, ...first.fields]),
    lastReports: new Map([...other.lastReports, ...first.lastReports]),
    corrections: {
      name: first.name === null ? other.corrections.name : corrections.name,
      fields: new Set([...other.corrections.fields, ...corrections.fields]),
      roles: new Set([...other.corrections.roles, ...corrections.roles]),
      takenAway: new Set([...other.corrections.takenAway, ...corrections.takenAway]),
    },
    correctedBy: laterOf(first.correctedBy, other.correctedBy),
    ownId: first.ownId ?? other.ownId,
    customerId: first.customerId ?? other.customerId,
    courierId: other.courierId ?? first.courierId,
    createdAt: first.createdAt < other.createdAt ? first.createdAt : other.createdAt,
    updatedAt: first.updatedAt > other.updatedAt ? first.updatedAt : other.updatedAt,
    seenAt: (first.seenAt ?? '') > (other.seenAt ?? '') ? first.seenAt : other.seenAt,
    others: boundedOwners([...first.others, ...other.others]),
  };
}

/**
 * A record with what a report says, of whose source it is known what it said before: newer fields
 * win, but not over what a person set right.
 */
function withReport(kept: AddressRecord, report: AddressReport, before: Reported): AddressRecord {
  const corrected = new Set(kept.corrections.fields);
  const takenAway = new Set(kept.corrections.takenAway);
  const { written } = report;
  const hasName =
    report.name !== undefined && (!kept.corrections.name || isNews(before.name, report.said.name));
  const heeded = [...report.fields].filter(([field, text]) => isHeeded(field, text));
  const withheld = withheldNumbers();
  const roles = report.roles.filter((role) => !kept.corrections.roles.has(role));
  // A courier may tell it only now and then.
  const phone = report.phone.key === null && kept.phone.key !== null ? kept.phone : report.phone;
  return {
    ...kept,
    phone,
    name: hasName ? (report.name ?? null) : kept.name,
    roles: [...new Set([...kept.roles, ...roles])],
    numbers: numbersOf(new Map(heeded)),
    fields: fieldsOf(),
    corrections: {
      ...kept.corrections,
      name: kept.corrections.name && !hasName,
      fields: corrected,
      takenAway,
    },
  };

  /** Whether the field counts: what a person has set right waits for something new. */
  function isHeeded(field: string, text: string): boolean {
    if (isBlank(text)) return false;
    if (!corrected.has(field)) return true;
    if (!isNews(before.fields.get(field), report.said.fields.get(field))) return false;
    corrected.delete(field);
    return true;
  }

  /** Numbers that were taken away and come only because the source repeats itself. */
  function withheldNumbers(): ReadonlySet<string> {
    if (takenAway.size === 0) return new Set();
    for (const { field, numbers } of written) {
      const lines = before.fields.get(field)?.split(' ');
      if (!lines) continue;
      for (const line of numbers.map(({ key }) => fingerprint(key))) {
        if (!lines.includes(line)) takenAway.delete(line);
      }
    }
    const keys = written.flatMap(({ numbers }) => numbers.map(({ key }) => key));
    return new Set(keys.filter((key) => takenAway.has(fingerprint(key))));
  }

  function fieldsOf(): ReadonlyMap<string, string> {
    const fields = new Map(kept.fields);
    for (const [field, text] of heeded) {
      const left = withheld.size > 0 ? withoutWithheld(field, text) : text;
      if (left === 'null') fields.delete(field);
      else if (left !== undefined) fields.set(field, left);
    }
    return fields;
  }

  function withoutWithheld(field: string, text: string): string | undefined {
    const own = written.filter((one) => one.field === field);
    if (!own.some(({ numbers }) => numbers.some(({ key }) => withheld.has(key)))) return text;
    const left = fieldWithout(parsedJson(text), own, ({ key }) => withheld.has(key));
    return left === undefined ? undefined : JSON.stringify(left);
  }

  function numbersOf(counted: ReadonlyMap<string, string>): readonly AddressNumber[] {
    const numbers = new Map<string, AddressNumber>();
    for (const number of kept.numbers) {
      const isCleared = number.field !== null && counted.get(number.field) === 'null';
      if (!isCleared) numbers.set(number.key, number);
    }
    for (const number of written.flatMap((one) => one.numbers)) {
      const { key, field } = number;
      // That of the record itself is in a field that is not kept among the others.
      const counts = field === null || counted.has(field) || !report.fields.has(field);
      // What a person has added stays, whatever a source does to a field that has it too.
      if (!counts || withheld.has(key) || numbers.get(key)?.field === null) continue;
      numbers.delete(key);
      numbers.set(key, number);
    }
    numbers.delete(phone.key ?? '');
    return boundedNumbers([...numbers.values()]);
  }
}

/** The newest, and before them those that a person has added. */
export function boundedNumbers(numbers: readonly AddressNumber[]): readonly AddressNumber[] {
  let tooMany = numbers.length - MAX_FURTHER_NUMBERS;
  if (tooMany <= 0) return numbers;
  return numbers.filter(({ field }) => field === null || tooMany-- <= 0);
}

function sameContent(a: AddressRecord, b: AddressRecord): boolean {
  return contentOf(a) === contentOf(b);
}

function contentOf({ phone, name, roles, numbers, fields }: AddressRecord): string {
  const byName = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
    a < b ? -1 : 1;
  const keys = numbers
    .map(({ key, field, number }) => [key, field, number] as const)
    .toSorted(byName);
  return JSON.stringify([phone, name, roles.toSorted(), keys, [...fields].toSorted(byName)]);
}
