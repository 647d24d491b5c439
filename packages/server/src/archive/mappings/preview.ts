import type { KindPreview, MappingPreview, MappingRule, RecordPreview } from '@hookline/contract';
import { type Channel, TARGETS, type Target } from '@hookline/contract/words';
import {
  courierClassOf,
  courierOf,
  filled,
  hasPath,
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  jobValues,
  kindsIn,
  type Mapped,
  Mapping,
  marksOf,
  messageOf,
  parsedJson,
  partyIn,
  pathsOf,
  presetOf,
  type StatusWords,
  type Values,
} from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type AddressReport, addressReports } from '../addresses/address-reports.ts';
import { fieldsObject } from '../addresses/field-texts.ts';
import type { JobReading } from '../jobs/job-reports.ts';

export interface StoredMessage {
  readonly received_at: string;
  readonly payload: string;
  /** What its sender calls it in a header. */
  readonly topic?: string | null;
}

/** How a house reads what senders send. */
export interface HouseReading {
  readonly jobs: JobReading;
  readonly rules: PhoneRules;
  readonly words: StatusWords;
}

/** One job or contact of a message, as it is read. */
interface Read {
  /** What joins messages: those with the same name are one. */
  readonly name: string | null;
  readonly path: JsonPlace;
  readonly values: Values;
  readonly statusClass: RecordPreview['statusClass'];
  readonly mapped: Mapped | undefined;
}

const MOST_KINDS = 12;
const MOST_RECORDS = 20;
const MOST_ITEMS = 30;
const MOST_WARNINGS = 40;
/**
 * Letters that are read once more to find out from which of several values something was taken. A
 * large message in which many say the same would be read thousands of times.
 */
const READ_AGAIN = 2 * 1024 * 1024;
/** Of fewer nobody can say whether a number is always the same, or never. */
const FEW = 5;

/** Reads the records of one message by a mapping; a message that is ignored has none. */
export type ReadMessage = (message: unknown, mapping: Mapping) => readonly Read[];

export function messageReader(channel: Channel, house: HouseReading): ReadMessage {
  const { jobs, rules, words } = house;
  if (channel === 'jobs') {
    return (message, mapping) =>
      jobs.messages(message, mapping).messages.map((job) => ({
        name: job.reference,
        path: job.path,
        values: jobValues(job),
        statusClass: job.statusClass,
        mapped: job.mapped,
      }));
  }
  return (message, mapping) =>
    addressReports(message, channel, rules, { mapping, words }).reports.map((report) => {
      const values = contactValues(report);
      return {
        name: report.identity,
        path: report.path ?? [],
        values,
        statusClass:
          values.state === undefined
            ? null
            : courierClassOf(values.state, mapping.for(message).words(words)),
        mapped: report.told?.mapped,
      };
    });
}

function contactValues({ name, phone, customer, courier, fields, told }: AddressReport): Values {
  const record = fieldsObject(fields);
  const { address, note } = partyIn(record);
  const { status, vehicle } = courierOf(record);
  const ownId = (customer?.ownId ?? courier?.ownId)?.replace(/^own:\w+:/, '');
  // As it was sent: by that its meaning is chosen, and chosen otherwise.
  const state = told?.stateWord ?? status;
  return filled({ ownId, name, phone: phone.sent, address, note, state, vehicle });
}

/** One message, by what is saved and by what would be. */
interface Compared {
  readonly message: unknown;
  readonly stored: StoredMessage;
  readonly kind: string | null;
  readonly shape: string;
  readonly preset: string | null;
  readonly isIgnored: boolean;
  readonly before: readonly Read[];
  readonly after: readonly Read[];
}

export interface PreviewParts {
  readonly channel: Channel;
  readonly house: HouseReading;
  readonly rules: readonly MappingRule[];
  readonly saved: { readonly version: number; readonly mapping: Mapping };
  /** Newest first. */
  readonly messages: readonly StoredMessage[];
  /** Lets others have their turn between two messages. */
  readonly pause: () => Promise<unknown>;
}

/**
 * What rules would change of these messages, a `MappingPreview` but for its samples, which are
 * texts as they were sent.
 */
export async function previewOf(parts: PreviewParts): Promise<MappingPreview> {
  const { channel, house, rules, saved, messages, pause } = parts;
  const mapping = new Mapping(rules, channel);
  const read = messageReader(channel, house);
  const compared: Compared[] = [];
  for (const stored of messages) {
    compared.push(comparedMessage(stored, channel, read, saved.mapping, mapping));
    await pause();
  }
  return {
    version: saved.version,
    messages: compared.length,
    unread: compared.filter(isUnread).length,
    ignored: compared.filter(({ isIgnored }) => isIgnored).length,
    kinds: kindsOf(compared, read, mapping, house.jobs.timeZone),
    statuses: statusesOf(compared, mapping, house.words),
    changes: changesOf(compared),
    warnings: warningsOf(compared, rules, channel),
  };
}

export function comparedMessage(
  stored: StoredMessage,
  channel: Channel,
  read: ReadMessage,
  saved: Mapping,
  mapping: Mapping,
): Compared {
  const message = parsedJson(stored.payload);
  const kind = stored.topic ?? kindOf(message);
  return {
    message,
    stored,
    kind,
    shape: kind ?? shapeOf(message),
    preset: presetOf(message, channel)?.name ?? null,
    isIgnored: mapping.for(message).ignores(message),
    before: read(message, saved),
    after: read(message, mapping),
  };
}

function isUnread({ after, isIgnored }: Compared): boolean {
  return !isIgnored && !after.some(({ name }) => name !== null && !name.startsWith('content:'));
}

/** What its sender calls such a message. */
function kindOf(message: unknown): string | null {
  if (!isJsonObject(message)) return null;
  const { envelopes, record } = messageOf(message);
  const objects = envelopes.length > 0 ? envelopes : [record];
  return kindsIn(objects).find((kind) => kind.length <= 60 && /\p{L}/u.test(kind)) ?? null;
}

function shapeOf(message: unknown): string {
  const object = Array.isArray(message) ? message.find(isJsonObject) : message;
  return JSON.stringify(Object.keys((object as JsonObject | undefined) ?? {}).sort());
}

function kindsOf(
  compared: readonly Compared[],
  read: ReadMessage,
  mapping: Mapping,
  timeZone: string,
): KindPreview[] {
  let left = READ_AGAIN;
  const readAgain =
    ({ stored }: Compared): ReadMessage =>
    (message, by) => {
      left -= stored.payload.length;
      return left < 0 ? [] : read(message, by);
    };
  const groups = [...Map.groupBy(compared, ({ shape }) => shape).values()].slice(0, MOST_KINDS);
  return groups.flatMap((all) => {
    const [newest] = all;
    if (!newest) return [];
    const { message, stored, after } = newest;
    return [
      {
        name: newest.kind,
        count: all.length,
        unread: all.filter(isUnread).length,
        preset: newest.preset,
        sample: { receivedAt: stored.received_at, payload: stored.payload },
        isIgnored: newest.isIgnored,
        records: after
          .slice(0, MOST_RECORDS)
          .map((one) => recordPreview(one, message, readAgain(newest), mapping, timeZone)),
      },
    ];
  });
}

function recordPreview(
  one: Read,
  message: unknown,
  read: ReadMessage,
  mapping: Mapping,
  timeZone: string,
): RecordPreview {
  const told = one.mapped?.told ?? [];
  const isTold = (target: Target) => told.some((rule) => rule.target === target);
  const others = Object.fromEntries(
    Object.entries(one.values).filter(([target]) => !isTold(target as Target)),
  );
  const key = JSON.stringify(one.path);
  const again = (rest: unknown) =>
    read(rest, mapping).find(({ path }) => JSON.stringify(path) === key)?.values ?? one.values;
  return {
    path: [...one.path],
    values: one.values,
    statusClass: one.statusClass,
    marks: [
      ...told.flatMap(({ target, rule, places }) =>
        places.map((path) => ({
          path: [...path],
          target,
          by: rule === undefined ? ('preset' as const) : ('rule' as const),
        })),
      ),
      ...marksOf(message, others, again, timeZone).map(({ target, place }) => ({
        path: [...place],
        target,
        by: 'built-in' as const,
      })),
    ],
  };
}

function statusesOf(
  compared: readonly Compared[],
  mapping: Mapping,
  words: StatusWords,
): MappingPreview['statuses'] {
  const all = compared.flatMap(({ message, after }) =>
    after.flatMap(({ values, statusClass }) => {
      const word = values.status ?? values.state;
      return word === undefined ? [] : [{ word, statusClass, message }];
    }),
  );
  return [...Map.groupBy(all, ({ word }) => word)]
    .map(([word, some]) => {
      const { statusClass = null, message } = some[0] ?? {};
      const isHouse = words.classOf(word) === statusClass;
      const isOwn = mapping.words(words).classOf(word) === statusClass;
      const isPreset = mapping.for(message).words(words).classOf(word) === statusClass;
      const by = isHouse || !isPreset ? 'built-in' : isOwn ? 'rule' : 'preset';
      return { word, count: some.length, statusClass, by } as const;
    })
    .sort((a, b) => b.count - a.count);
}

type Side = 'before' | 'after';
type Messages = ReadonlyMap<string, ReadonlySet<number>>;

/** By name, which of the messages tell of it. */
function messagesOf(compared: readonly Compared[], side: Side): Messages {
  const named = new Map<string, Set<number>>();
  for (const [n, one] of compared.entries()) {
    for (const name of namesIn(one[side])) named.set(name, (named.get(name) ?? new Set()).add(n));
  }
  return named;
}

function namesIn(reads: readonly Read[]): readonly string[] {
  return reads.flatMap(({ name }) => name ?? []);
}

/** Which jobs become one, or several, or are told otherwise. */
export function changesOf(compared: readonly Compared[]): MappingPreview['changes'] {
  const before = messagesOf(compared, 'before');
  const after = messagesOf(compared, 'after');
  const items: MappingPreview['changes']['items'] = [];
  const changed = new Set<string>();
  for (const one of compared) {
    const known = new Map(one.before.map((was) => [String(was.path), was]));
    for (const [n, now] of one.after.entries()) {
      const was = known.get(String(now.path)) ?? one.before[n];
      const facts = differences(was, now);
      if (facts.length === 0 && was?.name === now.name) continue;
      const name = now.name ?? '';
      if (changed.has(name)) continue;
      changed.add(name);
      items.push({
        before: shownName(was),
        after: shownName(now),
        facts,
      });
    }
    for (const was of one.before.slice(one.after.length)) {
      const name = `was ${was.name}`;
      if (changed.has(name)) continue;
      changed.add(name);
      items.push({ before: shownName(was), after: [], facts: differences(was, undefined) });
    }
  }
  // A message with many jobs meets them all, before as after.
  const meets = (of: Messages, side: Side) =>
    [...of.values()].filter((places) => {
      const all = [...places].flatMap((n) => compared[n] ?? []);
      if (all.some((one) => one.after.length > 1)) return false;
      return new Set(all.flatMap((one) => namesIn(one[side]))).size > 1;
    }).length;
  return {
    before: before.size,
    after: after.size,
    joined: meets(after, 'before'),
    split: meets(before, 'after'),
    changed: changed.size,
    items: items.slice(0, MOST_ITEMS),
  };
}

function shownName(read: Read | undefined): string[] {
  const { values } = read ?? {};
  const name = values?.reference ?? values?.name ?? values?.phone ?? values?.ownId;
  return name === undefined ? [] : [name];
}

function differences(before: Read | undefined, after: Read | undefined) {
  const classes = { before: before?.statusClass ?? null, after: after?.statusClass ?? null };
  return TARGETS.flatMap((target) => {
    const [was, now] = [before?.values[target] ?? null, after?.values[target] ?? null];
    // The same word may mean something else now.
    const statusClass = target === 'status' || target === 'state' ? classes : null;
    const isMeantAlike = was === null || statusClass?.before === statusClass?.after;
    return was === now && isMeantAlike ? [] : [{ target, before: was, after: now, statusClass }];
  });
}

type Warning = MappingPreview['warnings'][number];

function warningsOf(
  compared: readonly Compared[],
  rules: readonly MappingRule[],
  channel: Channel,
): Warning[] {
  const reads = compared.flatMap(({ after }) => after);
  const warnings: Warning[] = [];
  for (const [rule, one] of rules.entries()) {
    const target = 'target' in one ? one.target : 'not' in one ? one.not : null;
    const failed = reads.filter(({ mapped }) => mapped?.failed.includes(rule)).length;
    const paths = pathsOf(one);
    const path = paths.join(', ');
    if (failed > 0) warnings.push({ kind: 'failed', rule, target, text: path, count: failed });
    const alone = paths.length > 0 && compared.length > 0 && !isAnywhere(compared, one);
    if (alone) warnings.push({ kind: 'missing', rule, target, text: path, count: compared.length });
  }
  const numbers = Map.groupBy(
    reads.filter(({ values }) => (values.reference ?? values.ownId) !== undefined),
    ({ values }) => values.reference ?? values.ownId ?? '',
  );
  const told = [...numbers.values()].reduce((sum, some) => sum + some.length, 0);
  const target = channel === 'jobs' ? 'reference' : 'ownId';
  const isMeant = compared.length >= FEW && told >= FEW;
  const [[only] = ['']] = numbers;
  if (isMeant && numbers.size === 1) {
    warnings.push({ kind: 'constant', rule: null, target, text: only, count: told });
  }
  const isUnique = isMeant && channel === 'jobs' && numbers.size === told;
  if (isUnique && (isRuled(rules, target) || reads.some(isOnItsWay))) {
    warnings.push({ kind: 'unique', rule: null, target, text: null, count: told });
  }
  const unknown = Map.groupBy(
    reads.filter(({ values, statusClass }) => (values.status ?? values.state) && !statusClass),
    ({ values }) => values.status ?? values.state ?? '',
  );
  for (const [text, some] of unknown) {
    const of = channel === 'jobs' ? 'status' : 'state';
    warnings.push({ kind: 'unknown-word', rule: null, target: of, text, count: some.length });
  }
  return warnings.slice(0, MOST_WARNINGS);
}

/** Told of when it was no longer new: so there were earlier messages about it, under its number. */
function isOnItsWay({ statusClass }: Read): boolean {
  return statusClass !== null && !['new', 'open'].includes(statusClass);
}

function isRuled(rules: readonly MappingRule[], target: Target): boolean {
  return rules.some((rule) => 'target' in rule && rule.target === target);
}

function isAnywhere(compared: readonly Compared[], rule: MappingRule): boolean {
  const paths = pathsOf(rule);
  return compared.some(({ message, after, before }) => {
    const some = [...after.slice(0, MOST_RECORDS), ...before.slice(0, MOST_RECORDS)];
    const records = [[], ...some.map(({ path }) => path)];
    return paths.some((path) => hasPath(path, message, records));
  });
}
