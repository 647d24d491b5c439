import { foldedName, isJsonObject, type JsonObject } from '@hookline/records';
import { entriesOf, isContainer, scalarText } from './payload-json.ts';
import {
  type Fields,
  fieldsOf,
  fieldsWithin,
  firstUnder,
  nameIn,
  placeIn,
  textUnder,
} from './payload-names.ts';
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

/** Names that only a job has. */
const JOB_REFERENCES = [
  ...['deliveryid', 'jobid', 'auftragsnummer', 'auftragsnr', 'jobreference', 'ordernumber'],
  ...['orderid', 'bestellnummer', 'trackingnumber', 'sendungsnummer'],
];
const REFERENCES = ['reference', 'referenz', 'nummer', 'id', 'uuid'];
const TITLES = [
  ...['title', 'titel', 'subject', 'betreff', 'headline', 'bezeichnung', 'label'],
  ...['message', 'nachricht', 'text', 'summary', 'beschreibung', 'description'],
];
const OCCASIONS = ['event', 'eventtype', 'type', 'kind', 'action', 'ereignis', 'typ'];
const STATUSES = ['status', 'state', 'zustand'];
const PICKUPS = ['pickup', 'abholung', 'origin', 'sender', 'absender', 'from', 'von'];
const DROPOFFS = [
  ...['dropoff', 'zustellung', 'lieferung', 'destination', 'recipient', 'empfaenger'],
  ...['empfänger', 'ziel', 'to', 'nach'],
];
const COURIERS = ['courier', 'kurier', 'driver', 'fahrer', 'driverassigned'];
/** What an envelope says about itself, and a person does not care for. */
const TECHNICAL = new Set([
  ...[...OCCASIONS, ...STATUSES, 'apiversion', 'livemode', 'created', 'createdat', 'id'],
]);
const FURTHER = ['vehicletype', 'fahrzeug', 'vehicle', 'bemerkung', 'note', 'notiz', 'comment'];

const MAX_LISTED = 3;
const MAX_UNWRAPPED = 4;
const MAX_STATUS = 60;

export function summaryOf(payload: unknown): PayloadSummary {
  return summaryAt(payload, 0);
}

function summaryAt(payload: unknown, depth: number): PayloadSummary {
  // Lists in lists in lists: a hostile payload has hundreds of them.
  if (depth > MAX_UNWRAPPED) return only(plainTitle(payload));
  if (Array.isArray(payload)) return summaryOfList(payload, depth);
  if (!isJsonObject(payload)) return only(plainTitle(payload));
  const { object, path } = unwrapped(payload);
  const list = listIn(object);
  if (list) return summaryOfList(list, depth);
  return summaryOfObject(object, path);
}

function only(title: string): PayloadSummary {
  return { title, status: undefined, detail: undefined, phone: undefined };
}

function summaryOfObject(object: JsonObject, path: readonly string[]): PayloadSummary {
  const scopes = scopesOf(object);
  const [own = new Map<string, unknown>()] = scopes;
  const reference = textUnder(JOB_REFERENCES, scopes);
  const who = reference === undefined ? nameIn(own) : undefined;
  const title =
    reference ??
    who ??
    textUnder(TITLES, [own]) ??
    textUnder(REFERENCES, [own]) ??
    scopes.slice(1).map(nameIn).find(Boolean) ??
    textUnder(REFERENCES, scopes) ??
    textUnder(OCCASIONS, scopes) ??
    path.at(-1);
  const status = textUnder(STATUSES, scopes);
  const further =
    who === undefined ? firstUnder(COURIERS, scopes, partyText) : textUnder(FURTHER, [own]);
  const known = [
    routeIn(scopes, who) ?? (reference || who ? placeIn(own) : undefined),
    further === title ? undefined : further,
  ].filter((part) => part !== undefined);
  const detail = known.join(' · ') || someFields(object, title);
  return {
    title: shortText(title ?? detail ?? emptyTitle(object)),
    status: status === undefined ? undefined : shortText(status, MAX_STATUS),
    detail: title === undefined || detail === undefined ? undefined : shortText(detail, 240),
    phone: reference === undefined ? phoneIn(own) : undefined,
  };
}

/** The object and what is in it. Of `{"event":…,"data":{…}}` the data come first. */
function scopesOf(object: JsonObject): readonly Fields[] {
  const scopes = fieldsWithin(object);
  const [own] = scopes;
  const data = own?.get('data');
  if (!own || !isJsonObject(data) || textUnder(OCCASIONS, [own]) === undefined) return scopes;
  return [...fieldsWithin(data), own];
}

/** From where to where. A person's record may well have a field `from`, of a date say. */
function routeIn(scopes: readonly Fields[], who: string | undefined): string | undefined {
  if (who !== undefined) return undefined;
  const from = firstUnder(PICKUPS, scopes, partyText);
  const to = firstUnder(DROPOFFS, scopes, partyText);
  return from !== undefined && to !== undefined ? `${from} → ${to}` : (from ?? to);
}

/** Who or where: `"Pforte B"`, `{"name":…}` or `{"address":…}`. */
function partyText(value: unknown): string | undefined {
  if (!isJsonObject(value)) return typeof value === 'string' ? scalarText(value) : undefined;
  const fields = fieldsOf(value);
  return nameIn(fields) ?? placeIn(fields);
}

function phoneIn(own: Fields): string | undefined {
  for (const [name, value] of own) {
    const text = scalarText(value);
    if (text !== undefined && isPhone(name, text)) return text.trim();
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
        !TECHNICAL.has(foldedName(name)) &&
        !isPhone(foldedName(name), text),
    )
    .slice(0, MAX_LISTED)
    .map(([name = '', text = '']) => `${shortText(name, 40)}: ${shortText(text, 80)}`);
  return texts.join(' · ') || undefined;
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
  const own = fieldsOf(object);
  const isNamed = nameIn(own) ?? textUnder([...JOB_REFERENCES, ...TITLES, ...REFERENCES], [own]);
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
