import { foldedName, type NameList, names } from '@hookline/records';
import type { Texts } from '../language/language.tsx';

type Label = keyof Texts['payloadLabels'];

/** One word for all names of a thing; the first that fits. */
const THINGS: readonly (readonly [Label, NameList])[] = [
  ['company', names.COMPANIES],
  ['name', names.WHOLE_NAMES],
  ['firstName', names.GIVEN_NAMES],
  ['lastName', names.FAMILY_NAMES],
  ['email', names.EMAILS],
  ['address', names.WHOLE_ADDRESSES],
  ['street', names.STREETS],
  ['houseNumber', names.HOUSE_NUMBERS],
  ['postcode', names.POSTCODES],
  ['city', names.TOWNS],
  ['country', names.COUNTRIES],
  ['note', names.NOTES],
  ['status', names.STATUSES],
  ['vehicle', names.VEHICLES],
];
/** What is said of single names, each in the words of its own. */
const SINGLE: readonly (readonly [Label, string])[] = [
  ['jobNumber', 'auftragsnummer jobid jobreference'],
  ['deliveryNumber', 'deliveryid'],
  ['reference', 'reference referenz'],
  ['pickup', 'abholung pickup'],
  ['dropoff', 'zustellung dropoff'],
  ['courier', 'kurier courier driver fahrer driverassigned'],
  ['customer', 'kunde customer'],
  ['customers', 'kunden customers'],
  ['couriers', 'kuriere couriers drivers'],
  ['created', 'created createdat angelegt erstelltam'],
  ['updated', 'updated updatedat modifiedat geaendertam'],
  ['complete', 'complete'],
  ['event', 'event eventtype ereignis'],
  ['kind', 'kind type typ art'],
  ['data', 'data daten payload'],
  ['id', 'id uuid'],
  ['price', 'preis price betrag amount'],
  ['weight', 'gewicht weight'],
  ['online', 'online'],
];
const BY_NAME = new Map(
  SINGLE.flatMap(([label, all]) => all.split(' ').map((name) => [name, label] as const)),
);

/** A person's word for the name of a field; undefined: the name itself has to do. */
export function labelOf(name: string, texts: Texts): string | undefined {
  const folded = foldedName(name);
  const label =
    BY_NAME.get(folded) ?? phoneLabel(folded) ?? THINGS.find(([, list]) => list.has(name))?.[0];
  return label && texts.payloadLabels[label];
}

/** Of `telefon2` the name says more than the word; a `number` may be that of a house. */
function phoneLabel(folded: string): Label | undefined {
  if (!names.PHONES.has(folded) || folded === 'number') return undefined;
  return /^(?:mobil|handy)/.test(folded) ? 'mobile' : 'phone';
}
