import type { Role } from '@hookline/contract';
import {
  CONTACT,
  type ContactTold,
  contactTold,
  foldedName,
  hasOwnNumber,
  isFormer,
  isJsonObject,
  isNameField,
  type JsonObject,
  type Mapping,
  messageOf,
  NameList,
  nameOf,
  names,
  numberEntries,
  numbersIn,
  partyIn,
  recordsAt,
  rolesIn,
  type StatusWords,
  scalarText,
  type Unwrapped,
  unwrapped,
  withPairs,
  withTold,
} from '@hookline/records';
import type { PhoneLine, PhoneReading, PhoneRules } from '@hookline/records/phone';
import { contentHash } from '../engine/content-hash.ts';
import { type WrittenNumbers, writtenNumbers } from './address-numbers.ts';
import { type FieldTexts, fieldTexts } from './field-texts.ts';
import {
  type AddressSource,
  comparedName,
  identityIn,
  MAX_OTHERS,
  namedIdentity,
  ownerAmong,
  ownIdOf,
  ownIdText,
} from './identity.ts';
import { allReported, type Reported, reportedIn } from './reported.ts';

export type { Role };

export interface AddressReport {
  /**
   * What makes the record unique: the key of its number, else its own id, else the name of a
   * courier, else its content.
   */
  readonly identity: string;
  /** What its sender calls a customer; undefined for everybody else. */
  readonly customer: CustomerIdentity | undefined;
  /** By what else a courier is known again; undefined for everybody else. */
  readonly courier: CourierIdentity | undefined;
  readonly phone: PhoneLine;
  /** Null clears it, undefined leaves it. */
  readonly name: string | null | undefined;
  readonly roles: readonly Role[];
  /** All that it says about numbers, that of the record itself included. */
  readonly written: readonly WrittenNumbers[];
  /** All other fields, `null` and `""` included. */
  readonly fields: FieldTexts;
  readonly said: Reported;
  /** The same for two reports that say the same. */
  readonly hash: string;
  /** What rules have said of it. */
  readonly told?: ContactTold;
  /** Where in the message it stands. */
  readonly path?: Unwrapped['path'];
}

/** A courier who tells no number this time, or tells it for the first time, is still the same. */
export interface CourierIdentity {
  readonly ownId: string | undefined;
  /** Folded. */
  readonly name: string | undefined;
}

/** A customer who has another number now is still the same. */
export interface CustomerIdentity {
  readonly ownId: string;
  /** By an id that is a customer's by name, such as `kundennummer`: it says more than the name. */
  readonly isNamed: boolean;
}

/** Of records that are one, as many as of one record. */
const MAX_WRITTEN = 50;
/** Characters that all records of a payload together take from the object around them. */
const MAX_SHARED_LENGTH = 1024 * 1024;

/** How many addresses a payload reports, without reading them. */
export function countAddresses(payload: unknown): { accepted: number; skipped: number } {
  const { records, skipped } = unwrapped(withPairs(payload), CONTACT);
  return { accepted: records.length, skipped };
}

/**
 * Whether it says of whom it is: by an own id, a name or a number. `{"propertyName":"city",…}` does
 * not, and each change of a contact would be kept as an address of nobody.
 */
function isSomebody({ record }: Unwrapped, whole: JsonObject): boolean {
  // The id of a message that says nothing else is that of the message.
  const isEnvelope = messageOf(record).envelopes.length > 0;
  return (
    (!isEnvelope && names.OWN_IDS.textIn(record) !== undefined) ||
    !!nameOf(whole) ||
    numberEntries(whole).some(([, value]) => numbersIn(value).some((text) => /\d/.test(text)))
  );
}

/**
 * Reads a payload of `kunden` or `kuriere`, or what a home page reports from its phone book. Where
 * the mapping of its sender speaks, that decides.
 */
export function addressReports(
  payload: unknown,
  source: AddressSource,
  rules: PhoneRules,
  taught?: Taught,
) {
  const whole = withPairs(payload);
  const mapping = taught?.mapping.for(whole);
  if (mapping?.ignores(whole)) return { reports: [], accepted: 0, skipped: 0 };
  const { records, skipped, message } = recordsOf(whole, mapping);
  const shared = sharedScalars(records);
  const byIdentity = new Map<string, AddressReport[]>();
  for (const one of records) {
    const told =
      mapping && taught && !mapping.isEmpty
        ? contactTold(mapping, message, { place: one.path, value: one.record }, taught.words)
        : undefined;
    const found = otherPartyOf(withNestedNumber(one, shared));
    const record = told && source !== 'phone-book' ? withTold(found, told, source) : found;
    if (!told?.mapped && !isSomebody(one, record)) continue;
    const { ownId: toldId } = told?.values ?? {};
    const { record: inner } = messageOf(one.record);
    const numbered = isNumber(nameOf(record)) ? (nameOf(record) ?? undefined) : undefined;
    const ownId = toldId
      ? ownIdText(toldId, source)
      : (ownIdOf(inner, source) ??
        (source === 'kuriere' ? ownIdText(numbered, source) : undefined));
    const isNamed = !!toldId || names.NAMED_OWN_IDS.textIn(inner) !== undefined;
    const customer = source === 'kunden' && ownId ? { ownId, isNamed } : undefined;
    const name = mapping?.denied.includes('name') ? withoutNot(mapping, message, one) : undefined;
    const read = addressReport(record, source, rules, { ownId, told, ...name });
    const report = { ...read, customer, ...(told && { told }), path: one.path };
    const same = byIdentity.get(report.identity);
    if (same) same.push(report);
    else byIdentity.set(report.identity, [report]);
  }
  const reports = [...byIdentity.values()].flatMap((same) => ownersIn(same).map(combined));
  return { reports, accepted: records.length, skipped };
}

/** What was said about the sender, and the words of the house. */
export interface Taught {
  readonly mapping: Mapping;
  readonly words: StatusWords;
}

/** The records of a message, without what is not to be read; a name that is none may say more. */
function recordsOf(whole: unknown, mapping: Mapping | undefined) {
  const all = mapping?.recordsIn(whole)?.map(({ place, value }) => ({
    record: value as JsonObject,
    path: place,
  }));
  const found = all ? { records: all, skipped: 0 } : unwrapped(whole, CONTACT);
  if (!mapping || mapping.isEmpty) return { ...found, message: whole };
  const places = found.records.map(({ path, record }) => ({ place: path, value: record }));
  let message = mapping.withoutIgnored(whole, places);
  for (const target of mapping.denied) {
    if (target !== 'name') message = mapping.withoutDenied(target, message, places);
  }
  if (message === whole) return { ...found, message };
  // What stands around each of them is around all of them.
  const outer = found.records.find((one): one is Unwrapped => 'outer' in one)?.outer;
  const records = recordsAt(message, found.records).map((one) => (outer ? { ...one, outer } : one));
  return { ...found, records, message };
}

/** The name that is read where another value was said to be none. */
function withoutNot(mapping: Mapping, message: unknown, { record, path }: Unwrapped) {
  const rest = mapping.withoutDenied('name', message, [{ place: path, value: record }]);
  const [left] = recordsAt(rest, [{ path }]);
  return { name: left && nameOf(left.record) };
}

/**
 * What the object around several records says of each of them. None if there is so much of it
 * that a payload of a megabyte would become gigabytes of records.
 */
function sharedScalars(records: readonly Unwrapped[]): readonly [string, unknown][] {
  const outer = records.find((one) => one.outer)?.outer ?? {};
  const scalars = Object.entries(outer).filter(([, value]) => isScalar(value));
  const length = JSON.stringify(scalars).length;
  return length * records.length > MAX_SHARED_LENGTH ? [] : scalars;
}

/**
 * The record with its number at the top. A number one level down counts when there is none at the
 * top; the rest of that object is then part of the record, but names at the top win.
 */
function withNestedNumber(one: Unwrapped, shared: readonly [string, unknown][]): JsonObject {
  const { record, outer } = one;
  const nested = Object.entries(record).find(
    (entry): entry is [string, JsonObject] =>
      isJsonObject(entry[1]) && !isFormer(entry[0]) && hasOwnNumber(entry[1]),
  );
  if (!nested && !hasOwnNumber(record)) {
    // `{"events":[{"type":"account.created","data":{"contact":{"phone":…}}}]}`: each is a message.
    const { record: inner } = messageOf(record);
    if (inner !== record) return withNestedNumber({ ...one, record: inner }, shared);
  }
  if (!nested && !hasOwnNumber(record)) {
    // `{"lastName":"Kern","addresses":[{"street":…,"phone":…}]}`, `{"name":"Kern KG","contacts":[{"phone":…}]}`.
    const home = [names.PLACES, names.PERSONS]
      .map((list) => list.firstIn([record], firstNumbered))
      .find((one) => one !== undefined);
    if (home)
      return merged(
        // Who is called at a company does not give it a name.
        nameOf(record)
          ? Object.fromEntries(Object.entries(home).filter(([name]) => !isOfName(name)))
          : home,
        Object.entries(record).filter(([, value]) => value !== null),
      );
  }
  if (!nested || hasOwnNumber(record)) return outer ? merged(record, shared) : record;
  return merged(
    nested[1],
    Object.entries(record).filter(
      ([name, value]) =>
        name !== nested[0] &&
        !(isJsonObject(value) && isFormer(name)) &&
        // `{"phone":null,"default_address":{"phone":…}}`.
        !(value === null && nested[1][name] != null),
    ),
  );
}

/** `callernum` and `from` are the number, `caller_name` the name. */
function endField(rest: string): string {
  return /^(?:num|nr|no)?$/i.test(rest) ? 'number' : rest.replace(/^./, (c) => c.toLowerCase());
}

function firstNumbered(places: unknown): JsonObject | undefined {
  return Array.isArray(places)
    ? places.slice(0, MAX_OTHERS).find((one) => isJsonObject(one) && hasOwnNumber(one))
    : undefined;
}

const NAMES = [names.WHOLE_NAMES, names.GIVEN_NAMES, names.FAMILY_NAMES];
const isOfName = (name: string) => NAMES.some((list) => list.has(name));

const DIRECTIONS = new NameList('direction', 'callDirection', 'richtung');
const IS_OUTWARD = /^(?:out|ausgehend|abgehend)/i;
const IS_INWARD = /^(?:in(?!tern)|eingehend|ankommend)/i;
const ENDS: readonly (readonly [end: RegExp, field: RegExp])[] = [
  [/^(?:from|caller|anrufer|von)/, /^(?:from|caller|anrufer|von)_?/i],
  [
    /^(?:to|callee|called|an)(?=$|number|name|phone|nummer)|(?:destination|business|tracking)(?:num|phone)/,
    /^(?:to|callee|called|an)_?/i,
  ],
];

/** `{"direction":"outbound","caller_number":…,"callee_number":…}` is about whom the house has called. */
function otherPartyOf(record: JsonObject): JsonObject {
  const direction = DIRECTIONS.textIn(record) ?? '';
  const isOut = IS_OUTWARD.test(direction);
  if (!isOut && !IS_INWARD.test(direction)) return record;
  const [own, other] = isOut ? ENDS : ENDS.toReversed();
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const folded = foldedName(name);
      if (own?.[0].test(folded)) return [];
      if (!other?.[0].test(folded)) return [[name, value]];
      return [[endField(name.replace(other[1], '')), value]];
    }),
  );
}

function isScalar(value: unknown): boolean {
  return scalarText(value) !== undefined || typeof value === 'boolean';
}

function merged(lower: JsonObject, top: readonly [string, unknown][]): JsonObject {
  // Unlike an assignment, this takes `__proto__` for a name like any other.
  return Object.fromEntries([...Object.entries(lower), ...top]);
}

/** `{"phone":…,"address":{"name":"Ada Kern","street":…}}`. */
function nameIn(record: JsonObject): string | null | undefined {
  const own = nameOf(record);
  if (own !== undefined) return own;
  const { name, place } = partyIn(record);
  return place && name;
}

function isNumber(name: string | null | undefined): boolean {
  return typeof name === 'string' && !/\p{L}/u.test(name);
}

/** As `number`, which is read before all others. */
const TOLD_PHONE = 'number';

/** What is known of a record beside it. */
interface Known {
  readonly ownId: string | undefined;
  readonly told: ContactTold | undefined;
  readonly name?: string | null | undefined;
}

function addressReport(
  record: JsonObject,
  source: AddressSource,
  rules: PhoneRules,
  { ownId, told, ...other }: Known,
): Omit<AddressReport, 'customer'> {
  const { phone: toldPhone, name: toldName } = told?.values ?? {};
  const numbers = toldPhone ? { ...record, [TOLD_PHONE]: toldPhone } : record;
  const written = writtenNumbers(numbers, rules);
  // `"number":"unbekannt"` must not hide a number in the next field.
  const main =
    (toldPhone && written.find(({ field }) => field === TOLD_PHONE)) ||
    (isOfBooks(written[0], source) && written.find(({ reading }) => reading.e164 !== null)) ||
    (written.find(({ reading }) => reading.key !== null) ?? written[0]);
  const phone = main?.reading ?? rules.read('');
  const fields = fieldTexts(
    Object.entries(record).filter(
      ([name, value]) =>
        !(name === main?.field && !toldPhone && isScalar(value)) && !isNameField(name, value),
    ),
  );
  const read = 'name' in other ? other.name : nameIn(record);
  // `{"name":"12345"}` is who a courier is in the sender's books.
  const isName = source !== 'kuriere' || !isNumber(read);
  const name = toldName !== undefined ? toldName : isName ? read : undefined;
  const hash = contentHash(told ? { record, told: told.values } : record);
  const courier = source === 'kuriere' ? { ownId, name: comparedName(name) } : undefined;
  return {
    identity: phone.key ?? ownId ?? namedIdentity(courier?.name) ?? `content:${hash}`,
    courier,
    phone: lineOf(phone),
    name,
    // A phone book tells them by itself; the URL of a webhook alone decides for webhooks.
    roles: source === 'phone-book' ? rolesIn(record) : [ROLE_OF[source]],
    written,
    fields,
    said: reportedIn(name, fields, written),
    hash,
  };
}

/** `{"number":"10000","phoneNumber":"+4930…"}`, `{"number":"K-1",…}`: what a customer has in the books is nobody's extension. */
function isOfBooks(first: WrittenNumbers | undefined, source: AddressSource): boolean {
  const { kind, sent = '' } = first?.reading ?? {};
  const isNone = kind === 'internal' ? /^\d{5,}$/.test(sent.trim()) : kind === 'other';
  return source === 'kunden' && isNone;
}

function lineOf({ sent, key, kind, e164, display }: PhoneReading): PhoneLine {
  return { sent, key, kind, e164, display };
}

const ROLE_OF = { kunden: 'customer', kuriere: 'courier' } as const;

interface OwnReports {
  readonly ids: Map<string, string>;
  name: string | undefined;
  readonly reports: AddressReport[];
}

/** The reports of one number, those of each owner by themselves; of very many owners the last. */
function ownersIn(reports: readonly AddressReport[]): readonly (readonly AddressReport[])[] {
  if (reports.length === 1) return [reports];
  // The last one first, as it would be shown if they came one by one.
  const owners: OwnReports[] = [];
  for (const report of reports) {
    const told = identityIn(report);
    let owner = ownerAmong(owners, told);
    if (!owner) {
      owner = { ids: new Map(), name: undefined, reports: [] };
      owners.unshift(owner);
      if (owners.length > MAX_OTHERS + 1) owners.pop();
    }
    for (const [field, id] of told.ids) owner.ids.set(field, id);
    owner.name = told.name ?? owner.name;
    owner.reports.push(report);
  }
  return owners.map((owner) => owner.reports).reverse();
}

/**
 * One report per owner of a number. A phone book may list a number twice, under two names: reported one by
 * one, each entry would differ from the last and write over what others reported since.
 */
function combined(reports: readonly AddressReport[]): AddressReport {
  const [first, ...others] = reports;
  if (!first) throw new RangeError('nothing to combine');
  const hashes = new Set(reports.map(({ hash }) => hash));
  if (hashes.size === 1) return first;
  const fields = new Map(first.fields);
  for (const report of others) {
    for (const [name, text] of report.fields) {
      if (text !== '""' || !fields.has(name)) fields.set(name, text);
    }
  }
  return {
    ...first,
    phone: reports.at(-1)?.phone ?? first.phone,
    name: reports.findLast(({ name }) => name !== undefined)?.name,
    roles: [...new Set(reports.flatMap(({ roles }) => roles))],
    written: reports.flatMap(({ written }) => written).slice(-MAX_WRITTEN),
    fields,
    said: allReported(reports.map(({ said }) => said)),
    hash: contentHash([...hashes].toSorted()),
  };
}
