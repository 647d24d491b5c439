import { fieldTexts, fieldTextsToJson } from './field-texts.ts';
import type { AddressSource } from './identity.ts';
import {
  type Corrections,
  type LastReport,
  NO_CORRECTIONS,
  type Owner,
  storedOwners,
} from './owners.ts';

type LastReports = Owner['lastReports'];
/** Earlier versions kept the hash alone. */
type StoredReport =
  | string
  | { readonly hash: string; readonly name?: string; readonly fields: Record<string, string> };

export function lastReportsFromJson(json: string): LastReports {
  const stored = Object.entries(JSON.parse(json)) as [AddressSource, StoredReport][];
  return new Map(
    stored.map(([source, report]): [AddressSource, LastReport] => {
      if (typeof report === 'string') return [source, { hash: report, said: undefined }];
      const { hash, name, fields } = report;
      return [source, { hash, said: { name, fields: new Map(Object.entries(fields)) } }];
    }),
  );
}

export function lastReportsToJson(reports: LastReports): string {
  const stored = Array.from(reports, ([source, { hash, said }]): [string, StoredReport] => [
    source,
    said
      ? {
          hash,
          ...(said.name !== undefined && { name: said.name }),
          fields: Object.fromEntries(said.fields),
        }
      : hash,
  ]);
  return JSON.stringify(Object.fromEntries(stored));
}

/** Left out is what there is none of: hardly any address was ever corrected. */
interface StoredCorrections {
  readonly name?: true;
  readonly fields?: readonly string[];
  readonly roles?: readonly ('customer' | 'courier')[];
  readonly takenAway?: readonly string[];
}

export function correctionsFromJson(json: string): Corrections {
  if (json === '{}') return NO_CORRECTIONS;
  const { name = false, fields, roles, takenAway } = JSON.parse(json) as StoredCorrections;
  return {
    name,
    fields: new Set(fields),
    roles: new Set(roles),
    takenAway: new Set(takenAway),
  };
}

export function correctionsToJson({ name, fields, roles, takenAway }: Corrections): string {
  const stored: StoredCorrections = {
    ...(name && { name }),
    ...(fields.size > 0 && { fields: [...fields] }),
    ...(roles.size > 0 && { roles: [...roles] }),
    ...(takenAway.size > 0 && { takenAway: [...takenAway] }),
  };
  return JSON.stringify(stored);
}

export function ownersFromJson(json: string): readonly Owner[] {
  return storedOwners(json).map((owner) => ({
    ...owner,
    // Earlier versions did not keep it.
    customerId: owner.customerId ?? null,
    fields: fieldTexts(Object.entries(owner.fields)),
    lastReports: lastReportsFromJson(JSON.stringify(owner.lastReports)),
    corrections: correctionsFromJson(JSON.stringify(owner.corrections)),
  }));
}

export function ownersToJson(owners: readonly Owner[]): string {
  const texts = owners.map(({ fields, lastReports, corrections, ...rest }) => {
    const members = [
      JSON.stringify(rest).slice(1, -1),
      `"fields":${fieldTextsToJson(fields)}`,
      `"lastReports":${lastReportsToJson(lastReports)}`,
      `"corrections":${correctionsToJson(corrections)}`,
    ];
    return `{${members.join(',')}}`;
  });
  return `[${texts.join(',')}]`;
}
