import type { PhoneLine } from '@hookline/records/phone';
import type { AddressAlias, AddressReport, AddressSource, Role } from './addresses.ts';
import type { FieldTexts } from './field-texts.ts';

/** An address as it is kept. */
export interface AddressRecord {
  readonly identity: string;
  readonly phone: PhoneLine;
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** Oldest first. */
  readonly aliases: readonly AddressAlias[];
  readonly fields: FieldTexts;
  /** What each source said last: source → hash of its report. */
  readonly lastReports: ReadonlyMap<AddressSource, string>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type AddressMerge =
  /** Nothing to write. */
  | { readonly outcome: 'unchanged' }
  /** To be written; with `noted`, only `lastReports` differs and no reader sees a change. */
  | { readonly outcome: 'created' | 'updated' | 'noted'; readonly record: AddressRecord };

/** Old numbers are forgotten beyond this, or a sender that counts up would fill the index. */
const MAX_ALIASES = 50;

/**
 * Merges a report into what is kept about its number. A report that repeats the last one of its
 * source changes nothing: home pages report their phone book at every load, and what webhooks
 * said since is fresher.
 */
export function mergedAddress(
  existing: AddressRecord | undefined,
  report: AddressReport,
  source: AddressSource,
  at: string,
): AddressMerge {
  if (existing?.lastReports.get(source) === report.hash) return { outcome: 'unchanged' };
  const kept = existing ?? emptyRecord(report, at);
  const record: AddressRecord = {
    ...kept,
    phone: report.phone,
    name: report.name === undefined ? kept.name : report.name,
    roles: [...new Set([...kept.roles, ...report.roles])],
    aliases: mergedAliases(kept, report),
    fields: mergedFields(kept.fields, report.fields),
    lastReports: new Map([...kept.lastReports, [source, report.hash]]),
  };
  if (!existing) return { outcome: 'created', record };
  if (sameContent(existing, record)) return { outcome: 'noted', record };
  return { outcome: 'updated', record: { ...record, updatedAt: at } };
}

function emptyRecord({ identity, phone }: AddressReport, at: string): AddressRecord {
  return {
    identity,
    phone,
    name: null,
    roles: [],
    aliases: [],
    fields: new Map(),
    lastReports: new Map(),
    createdAt: at,
    updatedAt: at,
  };
}

function mergedFields(kept: FieldTexts, reported: FieldTexts): FieldTexts {
  const fields = new Map(kept);
  for (const [name, text] of reported) {
    if (text === 'null') fields.delete(name);
    else if (!isBlank(text)) fields.set(name, text);
  }
  return fields;
}

function isBlank(text: string): boolean {
  return /^"\s*"$/.test(text);
}

function mergedAliases(kept: AddressRecord, report: AddressReport): readonly AddressAlias[] {
  const aliases = new Map<string, AddressAlias>();
  for (const alias of kept.aliases) {
    if (report.fields.get(alias.field) !== 'null') aliases.set(alias.key, alias);
  }
  for (const alias of report.aliases) {
    aliases.delete(alias.key);
    aliases.set(alias.key, alias);
  }
  aliases.delete(report.phone.key ?? '');
  return [...aliases.values()].slice(-MAX_ALIASES);
}

function sameContent(a: AddressRecord, b: AddressRecord): boolean {
  return contentOf(a) === contentOf(b);
}

function contentOf({ phone, name, roles, aliases, fields }: AddressRecord): string {
  const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) =>
    a < b ? -1 : 1;
  const keys = aliases.map(({ key, field }) => [key, field] as const).toSorted(byName);
  return JSON.stringify([phone, name, roles.toSorted(), keys, [...fields].toSorted(byName)]);
}
