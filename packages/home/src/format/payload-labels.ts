import { foldedName, type NameList, names } from '@hookline/records';
import type { Language } from '../language/language.tsx';

type Label = readonly [de: string, en: string];

/** One word for all names of a thing; the first that fits. */
const THINGS: readonly (readonly [...Label, NameList])[] = [
  ['Firma', 'Company', names.COMPANIES],
  ['Name', 'Name', names.WHOLE_NAMES],
  ['Vorname', 'First name', names.GIVEN_NAMES],
  ['Nachname', 'Last name', names.FAMILY_NAMES],
  ['E-Mail', 'E-mail', names.EMAILS],
  ['Adresse', 'Address', names.WHOLE_ADDRESSES],
  ['Straße', 'Street', names.STREETS],
  ['Hausnummer', 'House number', names.HOUSE_NUMBERS],
  ['PLZ', 'Postcode', names.POSTCODES],
  ['Ort', 'City', names.TOWNS],
  ['Land', 'Country', names.COUNTRIES],
  ['Bemerkung', 'Note', names.NOTES],
  ['Status', 'Status', names.STATUSES],
  ['Fahrzeug', 'Vehicle', names.VEHICLES],
];
/** What is said of single names, each in the words of its own. */
const SINGLE: readonly (readonly [...Label, string])[] = [
  ['Auftragsnummer', 'Job number', 'auftragsnummer jobid jobreference'],
  ['Liefernummer', 'Delivery number', 'deliveryid'],
  ['Referenz', 'Reference', 'reference referenz'],
  ['Abholung', 'Pick-up', 'abholung pickup'],
  ['Zustellung', 'Drop-off', 'zustellung dropoff'],
  ['Kurier', 'Courier', 'kurier courier driver fahrer driverassigned'],
  ['Kunde', 'Customer', 'kunde customer'],
  ['Kunden', 'Customers', 'kunden customers'],
  ['Kuriere', 'Couriers', 'kuriere couriers drivers'],
  ['Angelegt', 'Created', 'created createdat angelegt erstelltam'],
  ['Geändert', 'Updated', 'updated updatedat modifiedat geaendertam'],
  ['Abgeschlossen', 'Complete', 'complete'],
  ['Ereignis', 'Event', 'event eventtype ereignis'],
  ['Art', 'Kind', 'kind type typ art'],
  ['Daten', 'Data', 'data daten payload'],
  ['Kennung', 'ID', 'id uuid'],
  ['Preis', 'Price', 'preis price betrag amount'],
  ['Gewicht', 'Weight', 'gewicht weight'],
  ['Online', 'Online', 'online'],
];
const BY_NAME = new Map(
  SINGLE.flatMap(([de, en, all]) => all.split(' ').map((name) => [name, [de, en]] as const)),
);
const MOBILE: Label = ['Mobil', 'Mobile'];
const PHONE: Label = ['Telefon', 'Phone'];

/** A person's word for the name of a field; undefined: the name itself has to do. */
export function labelOf(name: string, language: Language): string | undefined {
  const folded = foldedName(name);
  const label =
    BY_NAME.get(folded) ?? phoneLabel(folded) ?? THINGS.find(([, , list]) => list.has(name));
  return label?.[language === 'de' ? 0 : 1];
}

/** Of `telefon2` the name says more than the word; a `number` may be that of a house. */
function phoneLabel(folded: string): Label | undefined {
  if (!names.PHONES.has(folded) || folded === 'number') return undefined;
  return /^(?:mobil|handy)/.test(folded) ? MOBILE : PHONE;
}
