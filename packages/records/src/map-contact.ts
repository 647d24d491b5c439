import type { Target } from '@hookline/contract/words';
import { CONTACT_TARGETS } from '@hookline/contract/words';
import { courierOf } from './courier.ts';
import { isJsonObject, type JsonObject, type NameList } from './fields.ts';
import type { Found } from './json-path.ts';
import { type Mapped, toldText } from './map-job.ts';
import type { Mapping } from './mapping.ts';
import * as names from './names.ts';
import { nameOf } from './party-name.ts';
import { hasOwnNumber } from './phone-fields.ts';
import { PLACE_FIELDS } from './place.ts';
import type { StatusWords } from './status.ts';
import type { RecordKind } from './unwrap.ts';

/** Who has a number, or at least a name. */
export const CONTACT: RecordKind = {
  identity: (object) => (hasOwnNumber(object) ? 'number' : undefined),
  tells: (object) => !!nameOf(object),
  areParts: false,
};

type ContactTarget = (typeof CONTACT_TARGETS)[number];

/** What rules say of somebody; null is an explicit nothing. */
export interface ContactTold {
  readonly values: { readonly [T in ContactTarget]?: string | null };
  /** The word for a state as it was sent, where values have what this sender means by it. */
  readonly stateWord: string | undefined;
  readonly mapped: Mapped | undefined;
}

/** Under which name each is kept among somebody's fields, and what would say the same. */
const FIELDS: {
  readonly [T in ContactTarget]?: readonly [name: string, others: readonly NameList[]];
} = {
  address: ['address', PLACE_FIELDS],
  note: ['note', [names.NOTES]],
  state: ['status', [names.COURIER_STATUSES, names.IS_AVAILABLE]],
  vehicle: ['vehicle', [names.VEHICLES, names.PLATES]],
};
const OWN_ID = { kunden: 'kundennummer', kuriere: 'kurierId' } as const;

export function contactTold(
  mapping: Mapping,
  message: unknown,
  record: Found,
  words: StatusWords,
): ContactTold {
  const values: { [T in ContactTarget]?: string | null } = {};
  const told: Mapped['told'][number][] = [];
  const failed: number[] = [];
  let stateWord: string | undefined;
  for (const target of CONTACT_TARGETS) {
    for (const one of mapping.told(target, message, record)) {
      const part =
        target === 'name' || target === 'address' || target === 'phone' || target === 'note';
      const text = toldText(one, part ? target : undefined);
      if (text === '' && !one.found.every(({ value }) => value === null)) {
        if (one.index !== undefined) failed.push(one.index);
        continue;
      }
      values[target] = text || null;
      if (target === 'state') stateWord = text;
      told.push({
        target: target as Target,
        rule: one.index,
        places: one.found.map(({ place }) => place),
      });
      break;
    }
  }
  if (!('state' in values) && isJsonObject(record.value)) {
    stateWord = courierOf(record.value).status ?? undefined;
  }
  // A number that only this sender means something by is kept as what it means.
  const meaning = stateWord && mapping.meaningOf(stateWord, words);
  if (meaning) values.state = meaning;
  const isSilent = told.length + failed.length === 0;
  return { values, stateWord, mapped: isSilent ? undefined : { told, failed } };
}

/** A record with what is told of it, under names that are read before all others. */
export function withTold(
  record: JsonObject,
  { values }: ContactTold,
  channel: keyof typeof OWN_ID,
): JsonObject {
  const { ownId } = values;
  const told = Object.entries(FIELDS).flatMap(([target, [name, others]]) => {
    const text = values[target as ContactTarget];
    return text === undefined ? [] : [{ name, text, others }];
  });
  if (told.length === 0 && ownId === undefined) return record;
  const left = Object.entries(record).filter(
    ([name]) => !told.some(({ others }) => others.some((list) => list.has(name))),
  );
  const own = told.map(({ name, text }): [string, unknown] => [name, text]);
  if (ownId) own.push([OWN_ID[channel], ownId]);
  return Object.fromEntries([...left, ...own]);
}
