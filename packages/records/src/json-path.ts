import { MAPPING_LIMITS } from '@hookline/contract/words';
import { filledText, isJsonObject, own } from './fields.ts';

/** Where a value stands: names and places in lists, from the beginning of the message. */
export type Place = readonly (string | number)[];

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'item'; readonly at: number }
  | { readonly kind: 'last' | 'all' }
  | { readonly kind: 'where'; readonly name: string; readonly is: string };

/** `a.b["x.y"][0]`, `[last]`, `[*]`, `[type=pickup]`: from a record, or with `$` from the message. */
export interface JsonPath {
  readonly text: string;
  readonly isFromMessage: boolean;
  readonly steps: readonly Step[];
}

export interface Found {
  readonly place: Place;
  readonly value: unknown;
}

/** Lists in lists in lists: what is looked at for one rule must not be their product. */
const MOST_FOUND = 1000;
const NAME = /[^.[\]"]+/y;
const BRACKET =
  /\[(?:(?<text>"(?:[^"\\]|\\.)*")|(?<at>\d{1,7})|(?<word>last|\*)|(?<where>[^\]="[]+)=(?:(?<quoted>"(?:[^"\\]|\\.)*")|(?<is>[^\]"]*)))\]/y;

/** What is no path is a `RangeError` with a sentence about it. */
export function jsonPath(text: string): JsonPath {
  const isFromMessage = /^\$(?=[.[]|$)/.test(text);
  const steps: Step[] = [];
  let position = isFromMessage ? 1 : 0;
  while (position < text.length) {
    if (text[position] === '.' && (steps.length > 0 || isFromMessage)) position++;
    else if (text[position] !== '[' && steps.length > 0) throw notAPath(text);
    const pattern = text[position] === '[' ? BRACKET : NAME;
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (!match) throw notAPath(text);
    steps.push(stepOf(match, text));
    position = pattern.lastIndex;
  }
  if (steps.length === 0 && !isFromMessage) throw notAPath(text);
  if (steps.length > MAPPING_LIMITS.levels) {
    throw new RangeError(
      `A path may have ${MAPPING_LIMITS.levels} levels, ${text} has ${steps.length}.`,
    );
  }
  return { text, isFromMessage, steps };
}

function stepOf({ 0: all, groups }: RegExpExecArray, path: string): Step {
  if (!groups) return member(all, path);
  const { text, at, word, where, quoted, is = '' } = groups;
  if (text !== undefined) return member(unquoted(text, path), path);
  if (at !== undefined) return { kind: 'item', at: Number(at) };
  if (word !== undefined) return { kind: word === '*' ? 'all' : 'last' };
  const value = quoted === undefined ? is : unquoted(quoted, path);
  return { kind: 'where', name: where ?? '', is: value.trim() };
}

function member(name: string, path: string): Step {
  if (name === '__proto__') throw notAPath(path);
  return { kind: 'member', name };
}

function unquoted(text: string, path: string): string {
  try {
    return JSON.parse(text);
  } catch {
    throw notAPath(path);
  }
}

function notAPath(text: string): RangeError {
  const shown = text.length > 60 ? `${text.slice(0, 60)} …` : text;
  return new RangeError(
    `${JSON.stringify(shown)} is no path. One is written as a.b["x.y"][0], with [last], [*] or [type=pickup].`,
  );
}

/** All that stands at the path, in its order; nothing where there is no such place. */
export function valuesAt(
  { isFromMessage, steps }: JsonPath,
  message: unknown,
  record: Found,
  most = MOST_FOUND,
): readonly Found[] {
  let level: Found[] = [isFromMessage ? { place: [], value: message } : record];
  for (const step of steps) {
    const next: Found[] = [];
    for (const found of level) {
      for (const inner of within(found, step)) {
        next.push(inner);
        if (next.length >= most) break;
      }
      if (next.length >= most) break;
    }
    level = next;
  }
  return level;
}

/** What stands at a place; undefined for nothing. */
export function valueAt(message: unknown, place: Place): unknown {
  return place.reduce<unknown>(inside, message);
}

function inside(outer: unknown, step: string | number): unknown {
  if (Array.isArray(outer)) return outer[Number(step)];
  return isJsonObject(outer) ? own(outer, String(step)) : undefined;
}

/** Whether anything stands at the path, from any of these records. */
export function hasPath(text: string, message: unknown, records: readonly Place[]): boolean {
  const path = jsonPath(text);
  return records.some((place) => {
    const record = { place, value: valueAt(message, place) };
    return valuesAt(path, message, record).length > 0;
  });
}

function* within({ place, value }: Found, step: Step): Generator<Found> {
  if (step.kind === 'member') {
    if (isJsonObject(value) && Object.hasOwn(value, step.name)) {
      yield { place: [...place, step.name], value: own(value, step.name) };
    }
    return;
  }
  if (!Array.isArray(value)) return;
  const at = step.kind === 'item' ? step.at : step.kind === 'last' ? value.length - 1 : undefined;
  if (at !== undefined) {
    if (at >= 0 && at < value.length) yield { place: [...place, at], value: value[at] };
    return;
  }
  for (const [i, item] of value.entries()) {
    if (step.kind === 'where' && !isWhere(item, step.name, step.is)) continue;
    yield { place: [...place, i], value: item };
  }
}

function isWhere(item: unknown, name: string, is: string): boolean {
  if (!isJsonObject(item)) return false;
  const value = own(item, name);
  return (filledText(value) ?? (typeof value === 'boolean' ? String(value) : undefined)) === is;
}

/** By which the items of a list are told apart: what they are, which the next message has as well. */
const TELLING = /(?:type|typ|kind|art|role|rolle|action|aktion|purpose|zweck)$/i;
/** `{"key":"driver","value":"Berta"}`: of all else a name is what one of them is called. */
const TELLING_VALUE = /^(?:key|name|code|label|attribute|field|feld|id)$/i;
const VALUE = /^(?:value|wert|val|text|content|inhalt)$/i;
const LONGEST_TELLING = 40;

/**
 * The path to a place, from the record if it stands there. An item of a list by what it is, if it
 * says so and no other one does: the next message may have it somewhere else.
 */
export function pathTo(place: Place, message: unknown, record: Place = []): string {
  const isInside = record.every((step, i) => step === place[i]) && place.length > record.length;
  let text = isInside ? '' : '$';
  let value = message;
  for (const [i, step] of place.entries()) {
    if (!isInside || i >= record.length) text += stepText(step, value, text === '', place[i + 1]);
    value = inside(value, step);
  }
  return text;
}

function stepText(
  step: string | number,
  outer: unknown,
  isFirst: boolean,
  next: string | number | undefined,
): string {
  if (typeof step === 'number') return `[${tellingOf(step, outer, next) ?? step}]`;
  const isPlain = /^[^.[\]"$]+$/.test(step);
  return isPlain ? `${isFirst ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`;
}

/** `next` is what is meant of the item: by itself it is found in no other message. */
function tellingOf(
  at: number,
  list: unknown,
  next: string | number | undefined,
): string | undefined {
  const item = Array.isArray(list) && list.length <= MOST_FOUND ? list[at] : undefined;
  if (!isJsonObject(item)) return undefined;
  const telling = VALUE.test(String(next)) ? TELLING_VALUE : TELLING;
  for (const [name, value] of Object.entries(item)) {
    const text = filledText(value);
    if (name === next || !telling.test(name) || text === undefined) continue;
    const same = (list as unknown[]).filter((other) => isWhere(other, name, text));
    if (text.length > LONGEST_TELLING || same.length > 1) continue;
    return `${name}=${/["\]]/.test(text) ? JSON.stringify(text) : text}`;
  }
  return undefined;
}
