import { type Target, TIME_TARGETS } from '@hookline/contract/words';
import { isJsonObject, scalarText } from './fields.ts';
import type { Place } from './json-path.ts';
import type { JobMessage } from './mapped.ts';
import { without } from './mapping.ts';
import { momentOf } from './times.ts';

/** What is read of a record, by what it is. */
export type Values = { readonly [T in Target]?: string };

/** What a job's message says, in texts that people compare. */
export function jobValues({ reference, aliases, status, facts, happened }: JobMessage): Values {
  const { pickup, dropoff, courier } = facts;
  return filled({
    reference,
    alias: aliases.join(', '),
    status,
    at: happened?.at,
    'pickup.name': pickup?.name,
    'pickup.address': pickup?.address,
    'pickup.phone': pickup?.phone,
    'pickup.note': pickup?.note,
    'dropoff.name': dropoff?.name,
    'dropoff.address': dropoff?.address,
    'dropoff.phone': dropoff?.phone,
    'dropoff.note': dropoff?.note,
    'courier.name': courier?.name ?? courier?.id,
    'courier.phone': courier?.phone,
    pickupBy: facts.pickupBy ?? facts.pickupAt,
    deliverBy: facts.deliverBy ?? facts.deliverAt,
    parcels: facts.parcels?.toString(),
  });
}

export function filled(all: { readonly [T in Target]?: string | null | undefined }): Values {
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text));
}

interface Leaf {
  readonly place: Place;
  readonly text: string;
}

const MOST_LEAVES = 1000;
/** Of which each is left out once, to see whether it is the one. */
const MOST_TRIED = 12;
const SHORTEST_PART = 2;
const IS_WHOLE: readonly Target[] = ['reference', 'status', 'parcels', 'ownId', 'state'];

/**
 * From which values of the message each of these was taken. No reading notes that, so it is found
 * out: what says the same, and of several the ones without which it would be read otherwise.
 */
export function marksOf(
  message: unknown,
  values: Values,
  readAgain: (message: unknown) => Values | undefined,
  timeZone: string,
): readonly { readonly target: Target; readonly place: Place }[] {
  const leaves: Leaf[] = [];
  collect(message, [], leaves);
  return (Object.entries(values) as [Target, string][]).flatMap(([target, text]) => {
    const said = leaves.filter((leaf) => saysIt(leaf.text, text, target, timeZone));
    const meant =
      said.length < 2
        ? said
        : said
            .slice(0, MOST_TRIED)
            .filter(({ place }) => readAgain(without(message, [place]))?.[target] !== text);
    return (meant.length > 0 ? meant : said.slice(0, 1)).map(({ place }) => ({ target, place }));
  });
}

function saysIt(leaf: string, text: string, target: Target, timeZone: string): boolean {
  if (leaf === text) return true;
  if (TIME_TARGETS.includes(target)) return momentOf(leaf, timeZone) === text;
  if (target === 'alias') return text.split(', ').includes(leaf);
  if (IS_WHOLE.includes(target)) return false;
  return leaf.length >= SHORTEST_PART && text.includes(leaf);
}

function collect(value: unknown, place: Place, leaves: Leaf[]): void {
  if (leaves.length >= MOST_LEAVES || place.length > 20) return;
  const text = scalarText(value)?.trim();
  if (text) leaves.push({ place, text });
  else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) collect(item, [...place, i], leaves);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) collect(item, [...place, name], leaves);
  }
}
