/** Words that several parts of the phone book use. */
export const CONTACT = {
  de: {
    role: { customer: 'Kunde', courier: 'Kurier' },
    noName: 'Ohne Namen',
    edit: 'Bearbeiten',
    add: 'Neuer Kontakt',
    cancel: 'Abbrechen',
    field: {
      name: 'Name',
      number: 'Telefonnummer',
      street: 'Straße',
      house: 'Hausnummer',
      zip: 'PLZ',
      city: 'Ort',
      note: 'Notiz',
      whole: 'Anschrift',
      vehicle: 'Fahrzeug',
    } as Readonly<Record<string, string>>,
  },
  en: {
    role: { customer: 'Customer', courier: 'Courier' },
    noName: 'No name',
    edit: 'Edit',
    add: 'New contact',
    cancel: 'Cancel',
    field: {
      name: 'Name',
      number: 'Phone number',
      street: 'Street',
      house: 'House number',
      zip: 'Postcode',
      city: 'City',
      note: 'Note',
      whole: 'Address',
      vehicle: 'Vehicle',
    } as Readonly<Record<string, string>>,
  },
};
