import type { Address } from '../../backend/archive.ts';

/** What a dispatcher wants to know of an address in the moment of a ring. */
export interface AddressFacts {
  /** Street, then postcode and town. */
  readonly place: readonly string[];
  readonly vehicle: string | undefined;
  readonly remark: string | undefined;
  /** What the phone book calls it: `customer`, `courier`, `internal`. */
  readonly kind: string | undefined;
}

/** A field of a foreign system may be a book. */
const MOST = 160;

const STREET = ['street', 'strasse', 'straße', 'str', 'streetaddress', 'addressline1'];
const HOUSE = ['housenumber', 'hausnummer', 'hausnr'];
const POSTCODE = ['zip', 'plz', 'postcode', 'postalcode', 'zipcode', 'postleitzahl'];
const TOWN = ['city', 'ort', 'stadt', 'town', 'wohnort'];
const WHOLE = ['address', 'adresse', 'anschrift'];
const VEHICLE = ['vehicle', 'fahrzeug', 'vehicletype', 'wagen'];
const REMARK = ['note', 'notiz', 'hinweis', 'bemerkung', 'remark', 'comment'];

export function addressFacts({ fields }: Pick<Address, 'fields'>): AddressFacts {
  const own = byName(fields);
  // Street and town may stand in an object of their own, or all of it in one text.
  const nested = WHOLE.map((name) => own.get(name)).find(isObject);
  const within = nested ? byName(nested) : own;
  const street = [text(within, STREET), text(within, HOUSE)].filter(Boolean).join(' ');
  const town = [text(within, POSTCODE), text(within, TOWN)].filter(Boolean).join(' ');
  const place = [street, town].filter(Boolean);
  const whole = text(own, WHOLE);
  return {
    place: place.length === 0 && whole ? [whole] : place,
    vehicle: text(own, VEHICLE),
    remark: text(own, REMARK),
    kind: text(own, ['kind']),
  };
}

/** Cut for display; what is no text of any use is left out. */
export function shortText(value: unknown, most = MOST): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  if (text === '') return undefined;
  return text.length > most ? `${text.slice(0, most)} …` : text;
}

function byName(fields: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(fields).map(([name, value]) => [
      name.toLowerCase().replace(/[\s_-]/g, ''),
      value,
    ]),
  );
}

function text(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = shortText(fields.get(name));
    if (found) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
