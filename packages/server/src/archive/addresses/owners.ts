import type { ByDesk } from '@hookline/contract';
import { type JsonObject, parsedJson } from '@hookline/records';
import type { AddressNumber } from './address-numbers.ts';
import type { AddressReport, Role } from './address-reports.ts';
import { type FieldTexts, fieldTexts } from './field-texts.ts';
import {
  type AddressSource,
  comparedName,
  identityIn,
  MAX_OTHERS,
  namedIds,
  ownerAmong,
} from './identity.ts';
import type { Reported } from './reported.ts';

/** Somebody who has a number, with all that is kept about them. */
export interface Owner {
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** Further numbers, oldest first. */
  readonly numbers: readonly AddressNumber[];
  readonly fields: FieldTexts;
  /** The one that spoke last comes last. */
  readonly lastReports: ReadonlyMap<AddressSource, LastReport>;
  readonly corrections: Corrections;
  /** Of a courier: what the office's own system calls it, as `ownIdOf` has it. */
  readonly ownId: string | null;
  /** Of a customer: what its sender calls it, likewise. */
  readonly customerId: string | null;
  /** The courier that reports have told of here; null if none has. */
  readonly courierId: string | null;
  /** Who corrected it last; no report changes that. */
  readonly correctedBy: ByDesk | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of a courier: its last sign of life. */
  readonly seenAt: string | null;
}

/** What a source said last. */
export interface LastReport {
  /** That of its whole report. */
  readonly hash: string;
  /** Undefined where an earlier version of Hookline has kept the hash alone. */
  readonly said: Reported | undefined;
}

/** What a person has set right, and no source may turn back by repeating itself. */
export interface Corrections {
  readonly name: boolean;
  /** Names of fields. */
  readonly fields: ReadonlySet<string>;
  readonly roles: ReadonlySet<Role>;
  /** Fingerprints of lines that were taken away, the oldest first. */
  readonly takenAway: ReadonlySet<string>;
}

export const NO_CORRECTIONS: Corrections = {
  name: false,
  fields: new Set(),
  roles: new Set(),
  takenAway: new Set(),
};

/** Whom a report means, of those who have its number, the shown one first; undefined: another. */
export function ownerOf(
  owners: readonly Owner[],
  report: AddressReport,
  source: AddressSource,
): Owner | undefined {
  // What a person has set right since does not make another one of it.
  const repeated = owners.find(({ lastReports }) => lastReports.get(source)?.hash === report.hash);
  if (repeated) return repeated;
  const told = identityIn(report);
  // Nearly all: nothing is compared.
  if (owners.length === 1 && told.ids.size === 0) return owners[0];
  const known = owners.map((owner) => {
    const said = owner.lastReports.get(source)?.said?.name;
    const isRepeated = said !== undefined && said === report.said.name;
    const name = isRepeated ? told.name : comparedName(owner.name);
    return { owner, ids: namedIds(owner.fields), name };
  });
  return ownerAmong(known, told)?.owner;
}

/** The one that changed last first; beyond the bound those go that changed longest ago. */
export function boundedOwners(owners: readonly Owner[]): readonly Owner[] {
  return owners
    .toSorted((a, b) => (a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, MAX_OTHERS);
}

/** An owner as it stands in the database, but for what only merging needs. */
export type StoredOwner = Omit<Owner, 'fields' | 'lastReports' | 'corrections'> & {
  readonly fields: JsonObject;
  readonly lastReports: Readonly<Partial<Record<AddressSource, unknown>>>;
  readonly corrections: object;
};

/** With every digit of their fields as it was sent. */
export function storedOwners(json: string): readonly StoredOwner[] {
  return json === '[]' ? [] : (parsedJson(json) as readonly StoredOwner[]);
}

/** What its sender calls it. */
export function ownIdIn({ fields }: StoredOwner): string | null {
  const [id = null] = namedIds(fieldTexts(Object.entries(fields))).values();
  return id;
}

/** Who told something new about it last. */
export function sourceOf({ lastReports }: StoredOwner): AddressSource | null {
  return (Object.keys(lastReports).at(-1) as AddressSource | undefined) ?? null;
}

/** What of an owner may name a number, as JSON. */
export function ownerText(
  { name, numbers, correctedBy }: Pick<Owner, 'name' | 'numbers' | 'correctedBy'>,
  fields: string,
): string {
  const own = { name, numbers: numbers.map(({ number }) => number), desk: correctedBy?.desk };
  return `${JSON.stringify(own).slice(0, -1)},"fields":${fields}}`;
}
