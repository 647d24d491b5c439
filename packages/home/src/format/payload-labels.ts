import { foldedName } from '@hookline/records';
import type { Language } from '../language/language.tsx';

/** Words for the names that foreign systems often use; German, English, names. */
const LABELS: readonly (readonly [de: string, en: string, ...names: string[]])[] = [
  ['Name', 'Name', 'name', 'displayname', 'fullname'],
  ['Vorname', 'First name', 'vorname', 'firstname', 'givenname'],
  ['Nachname', 'Last name', 'nachname', 'lastname', 'familyname', 'surname'],
  ['Firma', 'Company', 'firma', 'company', 'companyname', 'firmenname'],
  ['Telefon', 'Phone', 'telefon', 'telefonnummer', 'phone', 'phonenumber', 'tel', 'rufnummer'],
  ['Mobil', 'Mobile', 'mobil', 'mobile', 'handy'],
  ['E-Mail', 'E-mail', 'email', 'mail'],
  ['Adresse', 'Address', 'adresse', 'address', 'anschrift'],
  ['Straße', 'Street', 'strasse', 'straße', 'street'],
  ['PLZ', 'Postcode', 'plz', 'zip', 'zipcode', 'postalcode', 'postcode'],
  ['Ort', 'City', 'ort', 'city', 'stadt'],
  ['Land', 'Country', 'land', 'country'],
  ['Bemerkung', 'Note', 'bemerkung', 'note', 'notiz', 'comment', 'kommentar', 'hinweis'],
  ['Status', 'Status', 'status', 'state', 'zustand'],
  ['Auftragsnummer', 'Job number', 'auftragsnummer', 'jobid', 'jobreference'],
  ['Liefernummer', 'Delivery number', 'deliveryid'],
  ['Referenz', 'Reference', 'reference', 'referenz'],
  ['Abholung', 'Pick-up', 'abholung', 'pickup'],
  ['Zustellung', 'Drop-off', 'zustellung', 'dropoff'],
  ['Kurier', 'Courier', 'kurier', 'courier', 'driver', 'fahrer', 'driverassigned'],
  ['Kunde', 'Customer', 'kunde', 'customer'],
  ['Kunden', 'Customers', 'kunden', 'customers'],
  ['Kuriere', 'Couriers', 'kuriere', 'couriers', 'drivers'],
  ['Fahrzeug', 'Vehicle', 'fahrzeug', 'vehicle', 'vehicletype', 'transporttype'],
  ['Angelegt', 'Created', 'created', 'createdat', 'angelegt', 'erstelltam'],
  ['Geändert', 'Updated', 'updated', 'updatedat', 'modifiedat', 'geaendertam'],
  ['Abgeschlossen', 'Complete', 'complete'],
  ['Ereignis', 'Event', 'event', 'eventtype', 'ereignis'],
  ['Art', 'Kind', 'kind', 'type', 'typ', 'art'],
  ['Daten', 'Data', 'data', 'daten', 'payload'],
  ['Kennung', 'ID', 'id', 'uuid'],
  ['Preis', 'Price', 'preis', 'price', 'betrag', 'amount'],
  ['Gewicht', 'Weight', 'gewicht', 'weight'],
  ['Online', 'Online', 'online'],
];
const BY_NAME = new Map(LABELS.flatMap((words) => words.slice(2).map((name) => [name, words])));

/** A person's word for the name of a field; undefined: the name itself has to do. */
export function labelOf(name: string, language: Language): string | undefined {
  const words = BY_NAME.get(foldedName(name));
  return words && (language === 'de' ? words[0] : words[1]);
}
