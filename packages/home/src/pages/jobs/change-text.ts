import { type JsonObject, names } from '@hookline/records';
import type { Job } from '../../backend/archive.ts';
import type { Formats as AllFormats } from '../../format/formats.ts';
import { entriesOf, isContainer, scalarText } from '../../format/payload-json.ts';
import { labelOf } from '../../format/payload-labels.ts';
import { statusText } from '../../format/payload-status.ts';
import { shortText } from '../../format/payload-text.ts';
import { readValue } from '../../format/payload-value.ts';
import type { Texts } from '../../language/language.tsx';
import { type Change, changesBetween, isNothing } from './version-changes.ts';

type Formats = Pick<AllFormats, 'when' | 'number' | 'digits'>;

/** A change as it is read: the field, what it was, what it is. */
export interface ChangeText {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const LONGEST = 80;
const MOST_PARTS = 20;
const NOTHING = '—';

/** What a version changed, line by line; what would read the same twice is there once. */
export function versionTexts(
  before: Pick<Job, 'status' | 'payload'>,
  after: Pick<Job, 'status' | 'payload'>,
  texts: Texts,
  formats: Formats,
): ChangeText[] {
  const changes = new Map<string, ChangeText>();
  // Who says nothing about the status leaves it as it was.
  const now = after.status ?? before.status;
  const status = { path: ['status'], before: before.status, after: now };
  for (const change of [status, ...changesBetween(before.payload, after.payload)]) {
    const text = changeText(change, texts, formats);
    // A system that wraps its job says its status twice.
    const key = isStatus(change.path) ? `${text.before}\n${text.after}` : JSON.stringify(text);
    if (text.before !== text.after && !changes.has(key)) changes.set(key, text);
  }
  return [...changes.values()];
}

function changeText(change: Change, texts: Texts, formats: Formats): ChangeText {
  const field = fieldText(change.path, texts);
  const read = (value: unknown) => valueText(value, change.path, texts, formats);
  const [before, after] = [read(change.before), read(change.after)];
  if (before !== after) return { field, before, after };
  // Two words of a system may mean the same to a person, and two moments lie in one minute.
  return { field, before: sentText(change.before), after: sentText(change.after) };
}

function sentText(value: unknown): string {
  return shortText(scalarText(value) ?? '', LONGEST);
}

function isStatus(path: readonly string[]): boolean {
  return names.STATUSES.has(path.at(-1) ?? '');
}

/** `data.kurier.name` is "Kurier › Name". */
export function fieldText(path: readonly string[], texts: Texts): string {
  // Outer objects that say nothing: everything is in them.
  const from = path.findIndex((name, at) => at === path.length - 1 || !names.CONTENTS.has(name));
  const words = path.slice(from).map((name) => labelOf(name, texts) ?? readable(name));
  const shown = words.length > 3 ? ['…', ...words.slice(-3)] : words;
  return shown.join(' › ') || NOTHING;
}

/** `pickupTime` and `pickup_time` are "Pickup time". */
function readable(name: string): string {
  const words = shortText(name, 40)
    .replace(/(?<=[\p{Ll}\d])\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim();
  return words === '' ? JSON.stringify(name.slice(0, 40)) : upperFirst(words);
}

function valueText(
  value: unknown,
  path: readonly string[],
  texts: Texts,
  formats: Formats,
): string {
  if (isNothing(value)) return NOTHING;
  if (isContainer(value)) return partsText(value, path, texts, formats);
  const reading = readValue(path.at(-1) ?? '', value);
  switch (reading.kind) {
    case 'flag':
      return texts.flags[reading.isSet ? 'yes' : 'no'];
    case 'status':
      return statusText(reading.status, texts);
    case 'time':
      return formats.when(reading.at);
    case 'number':
      return formats.digits(reading.digits);
    case 'phone':
      return reading.number;
    case 'nothing':
      return NOTHING;
    default:
      return shortText(String(value), LONGEST);
  }
}

/** An object or a list by the first plain values in it. */
function partsText(
  container: JsonObject | readonly unknown[],
  path: readonly string[],
  texts: Texts,
  formats: Formats,
): string {
  const parts: [string, unknown][] = Array.isArray(container)
    ? container.slice(0, MOST_PARTS).map((part) => [path.at(-1) ?? '', part])
    : entriesOf(container as JsonObject, MOST_PARTS);
  const plain = parts
    .filter(([, part]) => !isNothing(part) && !isContainer(part))
    .slice(0, 3)
    .map(([name, part]) => valueText(part, [name], texts, formats));
  if (Array.isArray(container) && plain.length < container.length) {
    return texts.changeText.items(formats.number(container.length));
  }
  return plain.length > 0 ? shortText(plain.join(', '), LONGEST) : '…';
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
