import {
  foldedName,
  isJsonObject,
  type JsonObject,
  messageOf,
  type NameList,
  names,
} from '@hookline/records';
import type { JobReader } from './job-reader.ts';
import { entriesOf, isContainer, readablePart, scalarText } from './payload-json.ts';
import { nameIn, objectsWithin, placeIn, textUnder } from './payload-names.ts';
import { shortText } from './payload-text.ts';
import { isPhone } from './payload-value.ts';

/** What a list says about any JSON in one line. Texts are short and have nothing hidden in them. */
export interface PayloadSummary {
  readonly title: string;
  /** As the foreign system calls it; `StatusChip` has the word for it. */
  readonly status: string | undefined;
  readonly detail: string | undefined;
  /** The number of whom it is about, if it is about one. */
  readonly phone: string | undefined;
}

const IDS = [names.OWN_REFERENCES, names.IDS, names.UNIQUE_IDS];
/** What an envelope says about itself, and a person does not care for. */
const TECHNICAL = ['apiversion', 'livemode', 'created', 'createdat', 'id'];
const FURTHER = [names.VEHICLES, names.NOTES];

const MAX_LISTED = 3;
const MAX_UNWRAPPED = 4;
const MAX_STATUS = 60;

/** With a reader of jobs it says from where to where one goes, and by whom. */
export function summaryOf(payload: unknown, readJob?: JobReader): PayloadSummary {
  return summaryAt(payload, 0, readJob);
}

function summaryAt(payload: unknown, depth: number, readJob?: JobReader): PayloadSummary {
  // Lists in lists in lists: a hostile payload has hundreds of them.
  if (depth > MAX_UNWRAPPED) return only(plainTitle(payload));
  if (Array.isArray(payload)) return summaryOfList(payload, depth);
  if (!isJsonObject(payload)) return only(plainTitle(payload));
  const { object, path } = unwrapped(readablePart(payload));
  const list = listIn(object);
  if (list) return summaryOfList(list, depth);
  return summaryOfObject(object, path, readJob);
}

function only(title: string): PayloadSummary {
  return { title, status: undefined, detail: undefined, phone: undefined };
}

function summaryOfObject(
  object: JsonObject,
  path: readonly string[],
  readJob: JobReader | undefined,
): PayloadSummary {
  const scopes = scopesOf(object);
  const [own = object] = scopes;
  const reference = textUnder(names.REFERENCES, scopes);
  const who = reference === undefined ? nameIn(own) : undefined;
  const title =
    reference ??
    who ??
    textUnder(names.TITLES, [own]) ??
    firstOf(IDS, [own]) ??
    scopes.slice(1).map(nameIn).find(Boolean) ??
    firstOf(IDS, scopes) ??
    textUnder(names.KINDS, scopes) ??
    path.at(-1);
  // What is about one person has no way; it may well have a field `from`, of a date say.
  const job = who === undefined ? readJob?.(object) : undefined;
  const status = job?.status ?? textUnder(names.STATUSES, scopes);
  const further = who === undefined ? job?.courier : firstOf(FURTHER, [own]);
  const known = [
    job?.way ?? (reference || who ? placeIn(own) : undefined),
    further === title ? undefined : further,
  ].filter((part) => part !== undefined);
  const detail = known.join(' · ') || someFields(object, title);
  return {
    title: shortText(title ?? detail ?? emptyTitle(object)),
    status: status === undefined ? undefined : shortText(status, MAX_STATUS),
    detail: title === undefined || detail === undefined ? undefined : shortText(detail, 240),
    phone: job?.phone ?? (reference === undefined ? phoneIn(own) : undefined),
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
function someFields(object: JsonObject, title: string | undefined): string | undefined {
  const texts = entriesOf(object)
    .map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : scalarText(value)])
    .filter(
      ([name = '', text]) =>
        text !== undefined &&
        // Part of the title already, as a given name is.
        !title?.includes(text) &&
        !isTechnical(name) &&
        !isPhone(foldedName(name), text),
    )
    .slice(0, MAX_LISTED)
    .map(([name = '', text = '']) => `${shortText(name, 40)}: ${shortText(text, 80)}`);
  return texts.join(' · ') || undefined;
}

function isTechnical(name: string): boolean {
  const isKind = names.KINDS.has(name) || names.STATUSES.has(name);
  return isKind || TECHNICAL.includes(foldedName(name));
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
