import { NameList, wordList } from './fields.ts';

/**
 * What foreign systems call the things an office cares for, the strongest name first: German and
 * English, and what French, Italian, Spanish, Portuguese, Dutch, Scandinavian, Polish, Czech and
 * Turkish systems say most. Case, `_`, `-`, blanks, accents and the spelling of umlauts do not matter.
 */

// Jobs and their messages.
/** The numbers that are a job's own, wherever in it they stand. */
export const REFERENCES = NameList.of(`
  deliveryId externalDeliveryId jobId jobReference clientReference auftragsnummer
  auftragsnr auftragId sendungsnummer sendungsnr sendungsId trackingNumber trackingNo
  trackingCode trackingId trackingReference shortTrackingReference parcelNumber paketnummer paketnr packageNumber
  waybillNumber waybillNo waybillCode billCode mailNo expressNo logisticsNo awbNumber awb consignmentId consignmentNumber shipmentNumber
  orderNumber orderNo orderNr orderId orderReference orderRef orderCode
  merchantOrderReferenceId channelOrderId bestellnummer bestellnr kundenauftragsnummer
  kundenauftragsnr lieferscheinnr lieferscheinnummer lieferungsnummer liefernummer
  shipmentId shipmentReference parcelId packageId taskId taskReference
  transportauftragsnr transportnummer fahrtnummer tournummer doNumber jobNumber jobNo
  deliveryNumber deliveryReference incrementId shortId tripId rideId bookingId
  bookingNumber bookingReference dispatchId resourceId codEnvio numeroEnvio
  numeroPedido pedidoId numeroGuia connote connoteNumber ldv hawb vbeln tknum
`);
/** They count on the record itself only: a house number is a `nummer` too. */
export const OWN_REFERENCES = NameList.of(`
  reference referenz referenznummer referenceNumber referenceId nummer nr ref refNo
  kennung vorgangsnummer vorgangsnr kundenreferenz customerReference identifier
  reference1 ref1 referenceNumber1 referenceNo1 yourReference yourReference1
`);
/** The same, unless it is that of a house or a phone. */
export const OWN_NUMBERS = new NameList('number', 'numero', 'numer', 'cislo');
export const IDS = NameList.of(
  'id recordId innerId internalId localId publicId uniqueId systemId identifier',
);
/** Those are unique all over the world by their very names. */
export const UNIQUE_IDS = new NameList('guid', 'uuid', 'uid', '@id', 'gid', 'oid');
/** What a record calls itself, for people. */
export const TITLES = NameList.of(`
  title titel subject betreff headline bezeichnung label message nachricht text
  summary beschreibung description
`);
/** A job by the word for it: `"auftrag":"A-2203"`. */
export const JOBS = NameList.of(`
  order auftrag job shipment sendung delivery lieferung parcel paket consignment
  tracking waybill docket frachtbrief bestellung booking trip commande pedido ordine opdracht
  zlecenie
`);

/** What kind of message it is. */
export const KINDS = NameList.of(`
  event eventType eventName type topic kind action triggerName trigger webhookType
  messageType notificationType webhookEvent webhookTopic ereignis ereignistyp
  nachricht nachrichtentyp meldung meldungstyp typ operation eventCode fullCode
  subject description object evenement evento olay
`);
/** Those that only a message has, and no job. */
export const EVENT_KINDS = NameList.of('eventType eventName webhookEvent webhookType ereignistyp');
export const MESSAGE_IDS = NameList.of('messageId eventId notificationId webhookId');
/** What a message may be about instead of a job: `message.delivered` is no delivery. */
export const OTHER_THINGS = NameList.of(`
  subscription account user vehicle document photo note eta customer product webhook
  message sms email mail notification attachment comment signature rating review feedback tip
  image file location position proof
`);
/** Objects that hold what a message is about, the plainest first. */
export const CONTENTS = NameList.of(`
  data daten payload body object msg message content result resource record entity
  details response output order task delivery job shipment parcel package tracker tracking consignment
  transport stop visit auftrag sendung lieferung bestellung paket fahrt route tour
  trip issue ticket workOrder serviceOrder event eventPayload eventData
`);
/** Further ones, where what is in them has a number: a `load` may be a weight as well. */
export const MAYBE_CONTENTS = NameList.of(`
  load mission run waybill booking node opdracht zending zlecenie przesylka commande livraison colis pedido envio ordine spedizione
`);
/** How it is now, beside how it was before. */
export const PRESENT = NameList.of('new after current newImage newRecord newValues');

/** Beside a message, unless it is all there is. */
export const META = new NameList('meta');
export const METADATA = new NameList('metadata');
/** What is said of the message and not of the job, the kind of it among that. */
export const HEADERS = NameList.of(`
  meta metadata header headers messageHeader eventHeader eventInfo eventMetadata context source
`);

export const STATUSES = NameList.of(`
  standardStatus normalizedStatus normalisedStatus unifiedStatus genericStatus mappedStatus
  status state zustand statusText statusName statusWort jobStatus deliveryStatus
  orderStatus taskStatus shipmentStatus trackingStatus parcelStatus stopStatus
  currentStatus currentState statusCode jobState deliveryState orderState taskState
  shipmentState fulfillmentStatus auftragsstatus sendungsstatus lieferstatus
  bestellstatus statusDescription statusMessage statusBezeichnung latestStatus
  lastStatus newStatus statut estado stato etat estatus situacao statusDescr stav durum
`);
/** The word in a status that is an object. */
export const STATUS_WORDS = NameList.of(`
  statusCode status state technicalName code name text label title bezeichnung
  description beschreibung statusDescription statusText statusName statusMessage value
  key tag id newStatus newState newStatusId statusId current eventName eventStatus
  eventType eventDescription eventCode event type message desc number slug
  trackingStatusCode trackingSubStatusCode primary main extended secondary
`);
/** When a record was changed last. A bare `time` or `date` there is when the job is to be done. */
export const UPDATE_TIMES = NameList.of(`
  timestamp occurredAt occurredOn eventTime eventTimestamp eventDateTime eventDate eventAt
  statusTime statusTimestamp statusDateTime statusDate statusAt statusUpdatedAt
  statusChangedAt statusUpdateTime stateChangedAt updatedAt updatedOn updateTime
  updatedTime lastUpdated lastUpdatedAt lastUpdate lastUpdateTime updatedDate dateUpdated
  modifiedAt modifiedOn lastModified lastModifiedAt dateModified modificationDate
  changedAt lastChanged lastChangedAt zeitpunkt zeitstempel ereigniszeit
  ereigniszeitpunkt statuszeit statuszeitpunkt statusDatum geaendertAm aktualisiertAm
  letzteAenderung aenderungsdatum scanTime scanDate scannedAt checkpointTime
  lastEventTime horodatage dateMaj fechaActualizacion dataAggiornamento
`);
/** And when a message was made about it. */
export const MESSAGE_TIMES = NameList.of(`
  ${UPDATE_TIMES.names.join(' ')} time at ts dateTime createdAt created createdOn
  createdTime dateCreated sentAt emittedAt triggeredAt raisedAt firedAt publishedAt
  messageTime notificationTime date zeit datum erstelltAm gesendetAm
`);

/** What a list of records is called; under such a name even an empty list is no record. */
export const RECORD_LISTS = NameList.of(`
  addresses adressen kunden customers kuriere couriers contacts kontakte jobs
  auftraege orders deliveries lieferungen shipments sendungen parcels pakete packages
  bestellungen commandes pedidos ordini opdrachten zlecenia consignments transports calls anrufe data daten items results records
  list liste
`);
/** What only a line of goods has. */
export const GOODS = NameList.of(`
  quantity qty menge anzahl price preis unitPrice einzelpreis sku articleNumber artikelnummer
  artikelnr productId productName produkt ean gtin
`);
/** They may be any places, unless each of them says what is done there. */
export const PLACES = NameList.of(`
  locations orte addresses adressen ladestellen orderLocations places
`);
/** Whom one may ask for at a customer. */
export const PERSONS = NameList.of(`
  contacts kontakte contactPersons ansprechpartner kontaktpersonen people persons personen
`);

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
