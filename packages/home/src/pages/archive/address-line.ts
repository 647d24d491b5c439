import { plainName } from '../jobs/job-facts.ts';

const PARTS = [
  ['strasse', 'street', 'address', 'adresse', 'anschrift'],
  ['plz', 'zip', 'postalcode', 'postleitzahl'],
  ['ort', 'city', 'stadt', 'town'],
];
const LONGEST = 80;

/** Street, postcode and city of an address, as far as it has them. */
export function addressLine(fields: Readonly<Record<string, unknown>>): string {
  const inner = Object.values(fields).filter(isFields);
  const [street, zip, city] = PARTS.map((names) => textUnder(names, [fields, ...inner]));
  return [street, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

function textUnder(
  names: readonly string[],
  objects: readonly Readonly<Record<string, unknown>>[],
): string | undefined {
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      const isText = typeof value === 'string' || typeof value === 'number';
      if (isText && names.includes(plainName(key))) return String(value).slice(0, LONGEST);
    }
  }
  return undefined;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
