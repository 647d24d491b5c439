import { NameList } from './fields.ts';

export * from './party-names.ts';

/**
 * What foreign systems call the things an office cares for: here of jobs and their messages, in `party-names.ts` of people and places, the strongest name first: German and
 * English, and what French, Italian, Spanish, Portuguese, Dutch, Scandinavian, Polish, Czech and
 * Turkish systems say most. Case, `_`, `-`, blanks, accents and the spelling of umlauts do not matter.
 */

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
