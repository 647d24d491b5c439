import { NameList, wordList } from './fields.ts';

// Persons and organisations.
export const OWN_NAME = new NameList('name');
const COMPANY_NAMES = `
  firma firmenname company companyName organisation organization organisationName
  organizationName unternehmen businessName societe entreprise raisonSociale empresa
  razonSocial azienda ragioneSociale bedrijf bedrijfsnaam firma1 company1 foretag
  foretagsnamn firmanavn virksomhed nazwaFirmy nazevFirmy unvan firmaUnvani
`;
export const WHOLE_NAMES = NameList.of(`
  name displayName fullName anzeigename name1 businessName locationName partnerName
  tradingName tradeName legalName ${COMPANY_NAMES}
  nombreCompleto nomComplet nomeCompleto naam nazwa imieNazwisko imieINazwisko navn namn
  jmeno nazev isim adSoyad nimi nama nume nev ime
  contactFullName destinatory
`);
/** `"names":["Kern AG","Wareneingang"]`. */
export const NAME_LISTS = new NameList('names', 'nameLines');
export const COMPANIES = NameList.of(COMPANY_NAMES);
const GIVEN =
  'vorname firstName givenName forename fname prenom voornaam imie fornavn fornamn krestniJmeno';
export const GIVEN_NAMES = NameList.of(`${GIVEN} name2 first nombre nome`);
const FAMILY = `
  nachname lastName familyName surname familienname zuname lname achternaam apellido
  apellidos cognome sobrenome nazwisko efternamn etternavn efternavn prijmeni soyad soyadi
`;
export const FAMILY_NAMES = NameList.of(`${FAMILY} name3 last nom`);
/** Those that are nothing else: a `name2` may be the second line of an address. */
export const SURE_GIVEN_NAMES = NameList.of(GIVEN);
export const SURE_FAMILY_NAMES = NameList.of(FAMILY);
/** Who it is if nothing says so better. */
export const LESSER_NAMES = NameList.of(`
  kundenname customerName kunde customer kuriername courierName kurier courier fahrer
  driver driverName riderName fahrerName botenName agentName workerName technicianName
  employeeName mitarbeiterName fleetName fn ansprechpartner kontaktperson kontakt contactPerson contactName contact
  attention attentionName person personName userName nickname bezeichnung
  osobaKontaktowa contactpersoon referente alias addressAlias addressName kontaktnavn
  deliverToCollectFrom lockerName pickupPointName servicePointName parcelShopName paketshopName
`);

// Places.
/** `address_line_1`, `streetAddressLineOne`, `firstLine`: one of the lines of an address. */
function linesOf(...numbers: readonly string[]): readonly string[] {
  const fronts = wordList('street streetAddress address addr adresse strasse postalAddress');
  const behind = [...fronts, ...fronts.map((front) => `${front}Line`), 'line', 'adresszeile'];
  const [, , ordinal = ''] = numbers;
  return [
    ...numbers.slice(0, 2).flatMap((number) => behind.map((name) => `${name}${number}`)),
    ...wordList(`${ordinal}Line ${ordinal}AddressLine ${ordinal}StreetLine`),
    ...wordList(`addressLine${ordinal} address${ordinal}Line`),
  ];
}
export const STREETS = new NameList(
  ...wordList(`
    street streetName strasse strassenname str road streetAddress address_line
    strasseHausnummer strasseNr strasseUndHausnummer thoroughfare streetLines
    addressLines lines streets streetLine streetAndNumber streetWithNumber addressStreet calle
    premise rue straat straatnaam ulica logradouro stras domicilio voie gatuadress gateadresse ulice
    vejnavn cadde sokak strada utca katuosoite jalan ulica
  `),
  ...linesOf('1', 'one', 'first'),
);
export const HOUSE_NUMBERS = new NameList(
  ...wordList('house haus street strassen building address huis addressHouse').flatMap((front) =>
    wordList('Number Nummer Nr No Num').map((end) => `${front}${end}`),
  ),
  ...wordList('hnr subThoroughfare addressHouse nrDomu numerDomu civico numeroCivico numeroRue'),
);
/** The letter behind it. */
export const HOUSE_LETTERS = NameList.of(`
  houseNumberSuffix numberSuffix houseNumberAddition houseNumberExt
  houseNumberExtension houseNrExt hausnummerzusatz hausnummernzusatz
`);
/** Beside a street, if it looks like one: a building may have a name. */
export const MAYBE_HOUSE_NUMBERS = NameList.of(`
  number building house haus nr no num numero nummer
`);
export const SECOND_LINES = new NameList(
  ...linesOf('2', 'two', 'second'),
  ...wordList(`
    adresszusatz extraAddressInfo apartment appartment apartmentNumber unit suite floor
    etage stockwerk
  `),
);
export const THIRD_LINES = new NameList(
  ...linesOf('3', 'three', 'third'),
  ...wordList('addressSecondary secondaryAddress complemento'),
);
/** All of an address in one text. */
export const WHOLE_ADDRESSES = NameList.of(`
  formattedAddress fullAddress addressText address adresse anschrift addressString
  addressFormatted addressFull addressBody formatAddress addr full completeAddress
  displayAddress singleLine freeformAddress postalAddress rawAddress formatted oneLine direccion indirizzo adres endereco morada adresa alamat cim osoite diachi
`);
/** They may hold an address, if it looks like one. */
export const MAYBE_ADDRESSES = new NameList('label', 'location', 'place', 'unparsed');
export const POSTCODES = NameList.of(`
  plz postleitzahl zip zipCode postalCode postcode postZip postal pincode
  codigoPostal codePostal codPostal cep cp cap addressZip addressPostcode
  addressPostalCode areaCode
  kodPocztowy postnummer postnr pstlz postlCod postlCod1 postalZip postalOrZipCode zipOrPostalCode
  psc postaKodu kodePos iranyitoszam postinumero codPostal postanskiBroj
`);
/** Beside a town, if it looks like one. */
export const MAYBE_POSTCODES = new NameList('code', 'kod');
export const TOWNS = NameList.of(`
  ort stadt city town wohnort ortsname cityName addressLocality locality postalTown
  municipality gemeinde cityLocality suburb village ciudad localidad ville cidade
  plaats plaatsnaam woonplaats miasto miejscowosc citta comune commune localita poblacion
  municipio stad ort01 city1 areaLevel2 postort poststed bynavn mesto obec sehir ilce kota oras localitate varos telepules kaupunki postitoimipaikka grad
  addressCity addressTown townOrCity cityOrTown
`);
/** Beside a postcode, as they are words for other things too. */
export const MAYBE_TOWNS = new NameList('by');
export const MAYBE_STREETS = new NameList('via');
/** Beside a town, the part of it where the street is told. */
export const LOCALITIES = new NameList('locality', 'addressLocality');
/** Postcode and town in one text. */
export const POSTCODES_WITH_TOWN = NameList.of(`
  plzOrt plzUndOrt plzStadt ortPlz zipCity zipAndCity cityZip postcodeCity
  postcodeTown postalCodeCity zipTown cityLine
`);
export const COUNTRIES = new NameList('land', 'country');
export const NOTES = NameList.of(`
  note notes notiz notizen bemerkung bemerkungen hinweis hinweise kommentar comment
  comments remark remarks anmerkung instructions instruction specialInstructions
  driverInstructions driverNotes infotext zustellhinweis lieferhinweis abholhinweis
  deliveryInstructions deliveryNotes deliveryNote pickupInstructions pickupNotes
  noteToDriver accessInstructions commentaire commentaires remarque observaciones
  observacoes indicaciones opmerking opmerkingen uwagi istruzioni
`);
/** Such an id is somebody's by its very name: a bare `id` may be that of the message. */
export const NAMED_OWN_IDS = NameList.of(`
  kundennummer kundennr kundenId customerNumber customerNo customerId kuriernummer
  kuriernr kurierId courierId fahrernummer fahrernr fahrerId driverId riderId botenId
  zustellerId personalnummer personalnr mitarbeiterId mitarbeiternummer debitorennummer
`);
/** What somebody is called in the books of the system that sends. */
export const OWN_IDS = new NameList(...NAMED_OWN_IDS.names, 'externalId', 'id', 'uuid');
/** The same beside a job, of the one who drives it. */
export const COURIER_IDS = NameList.of(`
  kurierId kuriernummer kuriernr courierId fahrerId fahrernummer fahrernr driverId
  riderId botenId zustellerId assignedDriverId assignedCourierId
`);
export const COURIER_STATUSES = NameList.of(`
  status state zustand courierStatus courierState kurierstatus driverStatus driverState
  fahrerstatus riderStatus statusText statusName currentStatus verfuegbarkeit availability
  dienststatus dutyStatus
`);
/** Reported to be true or false, they are a status. */
export const IS_AVAILABLE = NameList.of(`
  available isAvailable verfuegbar onDuty isOnDuty imDienst online isOnline active isActive aktiv
`);
export const VEHICLES = new NameList('vehicle', 'fahrzeug', 'wagen', 'vehicleType');
export const PLATES = NameList.of(`
  kennzeichen licensePlate numberPlate plate plateNumber registration
`);
export const EMAILS = new NameList('email', 'mail', 'emailAddress');
export const ROLES = NameList.of(`
  role roles rolle rollen type typ kategorie category kind art
`);

// Phone numbers.
export const PHONES = NameList.of(`
  number telefon telefonnummer phone phone_number phoneNumber tel mobil mobile handy
`);

/** On a job itself they are those of the one it goes to. A `number` is the job's. */
export const OWN_PHONES = NameList.of(`
  telefon telefonnummer telephone telephoneNumber phone phoneNumber phoneNo tel mobil
  mobile mobileNumber mobilePhone handy contactPhone contactNumber
`);
