import type { Job } from '../../backend/archive.ts';
import { exactNumber } from '../../format/exact-json.ts';
import type { Formats as AllFormats } from '../../format/local-formats.ts';
import type { Language } from '../../language/language.tsx';
import { plainName } from './job-facts.ts';
import { statusWords } from './status-words.ts';
import { changesBetween, isNothing } from './version-changes.ts';

type Formats = Pick<AllFormats, 'when' | 'number'>;

/** A change as it is read: the field, what it was, what it is. */
export interface ChangeText {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Outer objects that say nothing: everything is in them. */
const WRAPPERS = new Set(['data', 'payload', 'job', 'order', 'delivery', 'auftrag', 'event']);
const STATUS = new Set(['status', 'state']);
const LONGEST = 80;
const NOTHING = '—';

const FIELDS: Readonly<Record<string, readonly [de: string, en: string]>> = {
  status: ['Status', 'Status'],
  state: ['Status', 'Status'],
  kurier: ['Kurier', 'Courier'],
  courier: ['Kurier', 'Courier'],
  driver: ['Kurier', 'Courier'],
  driverassigned: ['Kurier', 'Courier'],
  fahrer: ['Fahrer', 'Driver'],
  abholung: ['Abholung', 'Pick-up'],
  pickup: ['Abholung', 'Pick-up'],
  zustellung: ['Zustellung', 'Drop-off'],
  dropoff: ['Zustellung', 'Drop-off'],
  kunde: ['Kunde', 'Customer'],
  customer: ['Kunde', 'Customer'],
  name: ['Name', 'Name'],
  telefon: ['Telefon', 'Phone'],
  phone: ['Telefon', 'Phone'],
  phonenumber: ['Telefon', 'Phone'],
  mobil: ['Mobil', 'Mobile'],
  mobile: ['Mobil', 'Mobile'],
  adresse: ['Adresse', 'Address'],
  address: ['Adresse', 'Address'],
  strasse: ['Straße', 'Street'],
  street: ['Straße', 'Street'],
  ort: ['Ort', 'City'],
  city: ['Ort', 'City'],
  plz: ['PLZ', 'Postcode'],
  zip: ['PLZ', 'Postcode'],
  preis: ['Preis', 'Price'],
  price: ['Preis', 'Price'],
  bemerkung: ['Bemerkung', 'Remark'],
  notiz: ['Notiz', 'Note'],
  note: ['Notiz', 'Note'],
  notes: ['Notiz', 'Note'],
  comment: ['Bemerkung', 'Remark'],
  termin: ['Termin', 'Appointment'],
  eta: ['Ankunft', 'ETA'],
  created: ['Gemeldet', 'Reported'],
  createdat: ['Gemeldet', 'Reported'],
  complete: ['Abgeschlossen', 'Complete'],
  currentdelivery: ['Aktuelle Lieferung', 'Current delivery'],
  vehicle: ['Fahrzeug', 'Vehicle'],
  vehicletype: ['Fahrzeug', 'Vehicle'],
  transporttype: ['Fahrzeug', 'Vehicle'],
  fahrzeug: ['Fahrzeug', 'Vehicle'],
  stops: ['Stopp', 'Stop'],
  stopps: ['Stopp', 'Stop'],
};

const WORDS = {
  de: { yes: 'ja', no: 'nein', items: (count: string) => `${count} Einträge` },
  en: { yes: 'yes', no: 'no', items: (count: string) => `${count} entries` },
};

/** What a version changed, line by line; what would read the same twice is there once. */
export function versionTexts(
  before: Pick<Job, 'status' | 'payload'>,
  after: Pick<Job, 'status' | 'payload'>,
  language: Language,
  formats: Formats,
): ChangeText[] {
  const texts = new Map<string, ChangeText>();
  const status = { path: ['status'], before: before.status, after: after.status };
  for (const change of [status, ...changesBetween(before.payload, after.payload)]) {
    const text = {
      field: fieldText(change.path, language),
      before: valueText(change.before, change.path, language, formats),
      after: valueText(change.after, change.path, language, formats),
    };
    // A system that wraps its job says its status twice.
    const key = isStatus(change.path) ? `${text.before}\n${text.after}` : JSON.stringify(text);
    if (text.before !== text.after && !texts.has(key)) texts.set(key, text);
  }
  return [...texts.values()];
}

function isStatus(path: readonly string[]): boolean {
  return STATUS.has(plainName(path.at(-1) ?? ''));
}

/** `data.kurier.name` is "Kurier › Name". */
export function fieldText(path: readonly string[], language: Language): string {
  const from = path.findIndex((name, at) => at === path.length - 1 || !WRAPPERS.has(name));
  const names = path.slice(from).map((name) => {
    const [de, en] = FIELDS[plainName(name)] ?? [];
    return (language === 'de' ? de : en) ?? readable(name);
  });
  const shown = names.length > 3 ? ['…', ...names.slice(-3)] : names;
  return shown.join(' › ') || NOTHING;
}

/** `pickupTime` and `pickup_time` are "Pickup time". */
function readable(name: string): string {
  const words = name
    .slice(0, 40)
    .replace(
      /([a-zäöü\d])([A-ZÄÖÜ])/g,
      (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll('_', ' ')
    .trim();
  return words === '' ? JSON.stringify(name.slice(0, 40)) : upperFirst(words);
}

function valueText(
  value: unknown,
  path: readonly string[],
  language: Language,
  formats: Formats,
): string {
  if (isNothing(value)) return NOTHING;
  if (typeof value === 'boolean') return value ? WORDS[language].yes : WORDS[language].no;
  if (typeof value === 'string') {
    if (isStatus(path)) return statusWords(value, language).word;
    return isTime(value) ? formats.when(value) : cut(value);
  }
  if (typeof value === 'number') return String(value);
  return exactNumber(value) ?? partsText(value as object, path, language, formats);
}

/** An object or a list by the first plain values in it. */
function partsText(
  value: object,
  path: readonly string[],
  language: Language,
  formats: Formats,
): string {
  const parts = Object.values(value);
  const plain = parts
    .slice(0, 20)
    .filter((part) => !isNothing(part) && (typeof part !== 'object' || exactNumber(part)))
    .slice(0, 3)
    .map((part) => valueText(part, path.slice(0, -1), language, formats));
  if (Array.isArray(value) && plain.length < parts.length) {
    return WORDS[language].items(formats.number(parts.length));
  }
  return plain.length > 0 ? cut(plain.join(', ')) : '…';
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]{0,13}(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(0, 40));
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
