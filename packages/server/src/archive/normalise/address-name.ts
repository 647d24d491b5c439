import { filledText, foldedName, type JsonObject, NameList } from '@hookline/records';

const WHOLE_NAMES = new NameList(
  ...['name', 'displayName', 'fullName', 'anzeigename'],
  ...['firma', 'firmenname', 'company', 'companyName', 'organisation', 'organization'],
);
const GIVEN_NAMES = new NameList('vorname', 'firstName', 'givenName');
const FAMILY_NAMES = new NameList(
  ...['nachname', 'lastName', 'familyName', 'surname', 'familienname', 'zuname'],
);
const LESSER_NAMES = new NameList(
  ...['kundenname', 'customerName', 'kunde', 'customer'],
  ...['kuriername', 'courierName', 'kurier', 'courier', 'fahrer', 'driver'],
  ...['ansprechpartner', 'kontakt', 'contact', 'contactName', 'bezeichnung'],
);

/** Whether the field is the name itself, so that it need not be kept among the others. */
export function isNameField(name: string, value: unknown): boolean {
  return foldedName(name) === 'name' && (value === null || filledText(value) !== undefined);
}

/**
 * Who an address is: its name, else the company, else given and family name, else whatever comes
 * closest. Null if the report clears the name, undefined if it says nothing about it.
 */
export function nameOf(record: JsonObject): string | null | undefined {
  const cleared = Object.entries(record).some(
    ([name, value]) => value === null && isNameField(name, value),
  );
  if (cleared) return null;
  const person = [GIVEN_NAMES.textIn(record), FAMILY_NAMES.textIn(record)];
  return (
    WHOLE_NAMES.textIn(record) ||
    person.filter((part) => part !== undefined).join(' ') ||
    LESSER_NAMES.textIn(record)
  );
}
