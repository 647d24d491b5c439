import type { CourierClass } from '@hookline/contract';
import { filledText, isJsonObject, type JsonObject } from './fields.ts';
import {
  COURIER_STATUSES,
  IS_AVAILABLE,
  OWN_IDS,
  PLATES,
  STATUS_WORDS,
  VEHICLES,
} from './names.ts';
import type { StatusWords } from './status.ts';
import type { StatusClass } from './status-words.ts';

/** What a report says about a courier beside who it is. */
export interface CourierReading {
  /** As it was sent. */
  readonly status: string | null;
  readonly vehicle: string | null;
}

/** Longer ones are no words but contents. */
const MAX_LENGTH = 100;

export function courierOf(record: JsonObject): CourierReading {
  return { status: statusOf(record) ?? null, vehicle: vehicleIn(record) ?? null };
}

/**
 * What a status means for a courier. One that is under way, or has a job, is busy; any other word
 * for jobs says nothing about whoever drives them.
 */
const CLASSES: { readonly [C in StatusClass]?: CourierClass } = {
  ...{ free: 'free', break: 'break', off: 'off' },
  ...{ busy: 'busy', underway: 'busy', assigned: 'busy' },
};

export function courierClassOf(status: string, words: StatusWords): CourierClass | null {
  const meaning = words.classOf(status);
  return (meaning && CLASSES[meaning]) ?? null;
}

function statusOf(record: JsonObject): string | undefined {
  const told = COURIER_STATUSES.firstIn([record], (value) =>
    isJsonObject(value) ? STATUS_WORDS.firstIn([value], shortWord) : shortWord(value),
  );
  if (told !== undefined) return told;
  const flag = IS_AVAILABLE.firstIn([record], (value) =>
    typeof value === 'boolean' ? value : undefined,
  );
  return flag === undefined ? undefined : flag ? 'available' : 'unavailable';
}

function shortWord(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && text.length <= MAX_LENGTH && /\p{L}/u.test(text) ? text : undefined;
}

/** `{"vehicle":{"type":"Bulli","plate":"HH-KU 12"}}`, `"fahrzeug":"Rad 4"`. */
function vehicleIn(record: JsonObject): string | undefined {
  const told = VEHICLES.firstIn([record], (value) => {
    const named = isJsonObject(value) ? Object.entries(value) : [['', value] as const];
    const parts = named.filter(([name]) => !OWN_IDS.has(name)).map(([, part]) => part);
    return (
      parts
        .slice(0, 4)
        .flatMap((part) => shortText(part) ?? [])
        .join(' ') || undefined
    );
  });
  const plate = PLATES.firstIn([record], shortText);
  const text = [told, plate].filter((part) => part !== undefined).join(' ');
  return text.slice(0, MAX_LENGTH) || undefined;
}

function shortText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}
