import {
  foldedName,
  isJsonObject,
  type JsonObject,
  messageOf,
  type NameList,
  names,
  type StatusClass,
} from '@hookline/records';
import type { Texts } from '../language/language.tsx';
import { formatsIn } from './formats.ts';
import { entriesOf, isContainer, readablePart, scalarText } from './payload-json.ts';
import { labelOf } from './payload-labels.ts';
import { nameIn, objectsWithin, placeIn, textUnder } from './payload-names.ts';
import type { PayloadReader, Reported } from './payload-reader.ts';
import { shortText } from './payload-text.ts';
import { isPhone, readValue } from './payload-value.ts';

/** What a list says about any JSON in one line. Texts are short and have nothing hidden in them. */
interface PayloadSummary {
  readonly title: string;
  /** As the foreign system calls it; `StatusChip` has the word for it. */
  readonly status: string | undefined;
  /** Where it was read as the archive reads it. */
  readonly statusClass?: StatusClass | null;
  readonly detail: string | undefined;
  /** The number of whom it is about, if it is about one. */
  readonly phone: string | undefined;
}

const IDS = [names.OWN_REFERENCES, names.IDS, names.UNIQUE_IDS];
/** What an envelope says about itself, and a person does not care for. */
const TECHNICAL = ['apiversion', 'livemode', 'created', 'createdat', 'id'];
/** `kurierId`, `order_uuid`: a key in books that nobody here has. */
const KEY_OF_SOMETHING = /(?:\p{Ll}I[dD]s?|[_-](?:id|ids|key|hash)|[uU][uU][iI][dD])$/u;
const FURTHER = [names.VEHICLES, names.NOTES];

const MAX_LISTED = 3;
const MAX_UNWRAPPED = 4;
const MAX_STATUS = 60;

/**
 * With a reader of jobs it says from where to where one goes, and by whom. In a texts, the fields
 * of what nobody knows are told in its words; a title needs none.
 */
export function summaryOf(payload: unknown, reader?: PayloadReader, texts?: Texts): PayloadSummary {
  return summaryAt(payload, 0, () => reader?.line(payload), texts);
}

type ReadLine = () => Reported | undefined;

function summaryAt(
  payload: unknown,
  depth: number,
  readLine?: ReadLine,
  texts?: Texts,
): PayloadSummary {
  // Lists in lists in lists: a hostile payload has hundreds of them.
  if (depth > MAX_UNWRAPPED) return only(plainTitle(payload));
  if (Array.isArray(payload)) return summaryOfList(payload, depth);
  if (!isJsonObject(payload)) return only(plainTitle(payload));
  const { object, path } = unwrapped(readablePart(payload));
  const list = listIn(object);
  // A job with a list in it is that job: what is in its list may have names, too.
  if (list && readLine?.()?.title === undefined) return summaryOfList(list, depth);
  return summaryOfObject(object, path, readLine, texts);
}

function only(title: string): PayloadSummary {
  return { title, status: undefined, detail: undefined, phone: undefined };
}

function summaryOfObject(
  object: JsonObject,
  path: readonly string[],
  readLine: ReadLine | undefined,
  texts: Texts | undefined,
): PayloadSummary {
  const scopes = scopesOf(object);
  const [own = object] = scopes;
  const reference = textUnder(names.REFERENCES, scopes);
  const line = readLine?.();
  const who = (reference ?? line?.title) === undefined ? nameIn(own) : undefined;
  // What is about one person has no way; it may well have a field `from`, of a date say.
  const job = who === undefined || line?.isTaught ? line : undefined;
  const title =
    (line?.isTaught ? line.title : undefined) ??
    reference ??
    line?.title ??
    who ??
    textUnder(names.TITLES, [own]) ??
    firstOf(IDS, [own]) ??
    scopes.slice(1).map(nameIn).find(Boolean) ??
    firstOf(IDS, scopes) ??
    textUnder(names.KINDS, scopes) ??
    path.at(-1);
  const status = job?.status ?? textUnder(names.STATUSES, scopes);
  const further = who === undefined ? job?.courier : firstOf(FURTHER, [own]);
  const known = [
    job?.way ?? (reference || line?.title || who ? placeIn(own) : undefined),
    further === title ? undefined : further,
  ].filter((part) => part !== undefined);
  const detail = known.join(' · ') || someFields(object, title, texts);
  return {
    title: shortText(title ?? detail ?? emptyTitle(object)),
    status: status === undefined ? undefined : shortText(status, MAX_STATUS),
    ...(job?.status !== undefined && { statusClass: job.statusClass }),
    detail: title === undefined || detail === undefined ? undefined : shortText(detail, 240),
    phone: job?.phone ?? ((reference ?? line?.title) === undefined ? phoneIn(own) : undefined),
  };
}

/** The object and what is in it. Of `{"event":…,"data":{…}}` the data come first. */
function scopesOf(object: JsonObject): readonly JsonObject[] {
  const { record } = messageOf(object);
  return record === object ? objectsWithin(object) : [...objectsWithin(record), object];
}

function firstOf(lists: readonly NameList[], scopes: readonly JsonObject[]): string | undefined {
  for (const list of lists) {
    const text = textUnder(list, scopes);
    if (text !== undefined) return text;
  }
  return undefined;
}

function phoneIn(own: JsonObject): string | undefined {
  for (const [name, value] of entriesOf(own)) {
    const text = scalarText(value);
    if (text !== undefined && isPhone(foldedName(name), text)) return text.trim();
  }
  return undefined;
}

/** `ort: Berlin · temperatur: 4.5`, for shapes that nobody knows. */
function someFields(
  object: JsonObject,
  title: string | undefined,
  texts: Texts | undefined,
): string | undefined {
  const fields = entriesOf(object)
    .map(([name, value]): [string, string | undefined, unknown] => [
      name,
      typeof value === 'boolean' ? String(value) : scalarText(value),
      value,
    ])
    .filter(
      ([name, text]) =>
        text !== undefined &&
        // Part of the title already, as a given name is.
        !title?.includes(text) &&
        !isTechnical(name) &&
        !isPhone(foldedName(name), text),
    )
    .slice(0, MAX_LISTED)
    .map(([name, text = '', value]) => {
      const label = texts === undefined ? name : (labelOf(name, texts) ?? inWords(name));
      const shown = texts === undefined ? text : readable(name, value, text, texts);
      return `${shortText(label, 40)}: ${shortText(shown, 80)}`;
    });
  return fields.join(' · ') || undefined;
}

/** `abholung_bis`, `pickupUntil`: as people would write it. */
function inWords(name: string): string {
  const words = name
    .replace(/[_.-]+/g, ' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** A moment is no number of ten digits to anybody. */
function readable(name: string, value: unknown, text: string, texts: Texts): string {
  const reading = readValue(name, value);
  const { when, day } = formatsIn(texts.locale);
  if (reading.kind === 'time') return when(reading.at);
  if (reading.kind === 'day') return day(reading.at);
  return reading.kind === 'flag' ? texts.flags[reading.isSet ? 'yes' : 'no'] : text;
}

function isTechnical(name: string): boolean {
  const isKind = names.KINDS.has(name) || names.STATUSES.has(name);
  return isKind || TECHNICAL.includes(foldedName(name)) || KEY_OF_SOMETHING.test(name);
}

/** What stands inside of wrappers that hold nothing else: `{"data":{"driver":{…}}}`. */
function unwrapped(payload: JsonObject): { object: JsonObject; path: readonly string[] } {
  let object = payload;
  const path: string[] = [];
  while (path.length < MAX_UNWRAPPED) {
    const [first, second] = entriesOf(object, 2);
    if (!first || second || !isJsonObject(first[1])) break;
    path.push(first[0]);
    object = first[1];
  }
  return { object, path };
}

/** `{"kunden":[…]}`: an object that says nothing itself but holds one list of objects. */
function listIn(object: JsonObject): readonly unknown[] | undefined {
  const containers = entriesOf(object).filter(([, value]) => isContainer(value));
  const [first, second] = containers;
  if (!first || second || !Array.isArray(first[1]) || !first[1].some(isJsonObject))
    return undefined;
  const isNamed = nameIn(object) ?? firstOf([names.REFERENCES, names.TITLES, ...IDS], [object]);
  return isNamed === undefined ? first[1] : undefined;
}

function summaryOfList(items: readonly unknown[], depth: number): PayloadSummary {
  const titles = items
    .slice(0, MAX_LISTED)
    .map((item) => shortText(summaryAt(item, depth + 1).title, 60));
  const more = items.length - titles.length;
  return only(titles.length === 0 ? '[ ]' : titles.join(', ') + (more > 0 ? ` +${more}` : ''));
}

function plainTitle(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[ ]' : `[ ${value.length} ]`;
  if (isJsonObject(value)) return '{ … }';
  const text = scalarText(value);
  if (text !== undefined) return shortText(text);
  return typeof value === 'string' ? '""' : String(value);
}

function emptyTitle(object: JsonObject): string {
  const names = entriesOf(object, MAX_LISTED).map(([name]) => shortText(name, 40));
  return names.length === 0 ? '{ }' : names.join(', ');
}
