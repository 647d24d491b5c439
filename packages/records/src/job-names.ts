import type { CountFact } from '@hookline/contract/job-facts';
import { NameList } from './fields.ts';

/**
 * What nobody looks for but who reads jobs: the page, which shows any message, is spared them. As in
 * `names.ts` the strongest name comes first.
 */

/** Of the one order that the record is, however short. */
export const ORDER_NUMBERS = NameList.of(`
  orderNumber orderNo orderNr auftragsnummer auftragsnr bestellnummer bestellnr
`);
/** Further numbers that are a job's by how they are called: `Paketscheinnummer`, `order_uuid`. */
export const SOUNDS_LIKE_REFERENCE =
  /^(?:external|client|merchant|partner|display|internal|sales|seller|work)?(?:fulfill?ment)?(?:job|order|task|delivery|shipment|parcel|package|packet|mailpiece|document(?=n)|tracking|consignment|waybill|booking|receipt|ticket|trip|ride|load|dispatch|freight|docket|e?cmr|[hm]awb|bol|billoflading|request(?=n)|auftrags?|sendungs?|paket|paketschein|lieferschein|liefer|lieferungs?|bestell|bestellungs?|transport|fahrt|frachtbrief|vorgangs?)(?:custom|external|client|merchant|customer)?(?:id|uid|uuid|guid|nr|no|num|number|nummer|sn|code|key|ref|reference|referenz|kennung|identifier)$/;
/** The same where the thing is foreign: `numero_pedido`, `code_suivi`, `opdrachtnummer`. */
export const SOUNDS_LIKE_FOREIGN_REFERENCE =
  /^(?:(?:n|no|nr|num|numer|numero|cislo|id|code|codice|codigo|cod|kod|ref|reference|referencia|riferimento)(?:de|da|do|del|della|di|du)?(?:commande|livraison|colis|suivi|expedition|bordereau|course|ordine|spedizione|consegna|tracciamento|bolla|ddt|pedido|envio|entrega|albaran|guia|seguimiento|encomenda|rastreio|zlecenia|przesylki|paczki|zamowienia|listu(?:przewozowego)?|zasilky|objednavky)|(?:commande|livraison|colis|suivi|expedition|ordine|spedizione|pedido|envio|albaran|guia|encomenda|rastreio|opdracht|zending|bestelling|bestel|pakket|vracht|vrachtbrief|rit|zlecenie|przesylka|paczka|zamowienie|forsendelses?|sendings?|ordre|kolli|pakke|siparis|gonderi|takip)s?(?:id|nr|no|num|number|nummer|numer|numero|code|codigo|kod|ref|referentie|referencia))$/;
/** What one system calls its own number: `acme_reference`, `AcmeOrderId`. */
export const IS_REFERENCE_OF_SENDER =
  /^[a-z]{3,24}reference$|^(?!external|foreign|original|related|linked|master|sub|group)[a-z]{3,16}(?:order|shipment|delivery|parcel|booking)(?:id|no|nr|number)$/;
/** The same for one that has no better name: `CreditReferenceNo`, `label_id`. */
export const IS_ANY_REFERENCE =
  /^(?:(?:[a-z]{3,24}reference|label)(?:no|nr|num|number|id|code)|(?:stop|visit|assignment|mission|appointment|move|lot|drop|run|leg|case|folio|slip|errand|haul|activity|fulfill?ment)(?:id|ref|reference|no|nr|number|key|code))$/;
/** Such numbers are those of many jobs, or of other things. */
export const IS_OTHER_REFERENCE =
  /customer|client|kunde|account|payment|paid|invoice|billing|bill|refund|charge|transaction|batch|route|tour|manifest|load|group|contract|user|driver|courier|vehicle|store|shop|site|hub|location|address|product|item|parent|return|quote|pickup|collection|project|cost|purchase|cross|self|previous|old/;
/** Several in a list: `"tracking_codes":["7045219836"]`. */
export const IS_LIST_OF_LEADS =
  /tracking(?:numbers|codes|ids)$|sendungsnummern$|paketnummern$|^(?:shipment|order|job|delivery|parcel|customer)?(?:identifiers|references|referencenumbers)$/;
/** By such a number somebody may ask for a job. */
export const IS_LEAD =
  /(?:(?:ref|reference|referenz|externalid|customerorder)(?:no|nr|num|number|id|code)?|internalkey)$|^(?:invoice(?:no|nr|number)?|rechnungs(?:nr|nummer))$/;
export const IS_NO_LEAD =
  /customer(?!order)|client|kunde|account|payment|transaction|batch|route|tour|load|user|driver|courier|vehicle|store|shop|site|hub|location|product|item|parent|quote|cross|self|previous|^old|schema|preference|currency|type/;
/** What another system calls it, if nothing else names it. */
export const EXTERNAL_IDS = NameList.of('externalId externalReference externalRef');
/** What people call it, where its name is an id: `KUR-115`. */
export const KEYS = NameList.of(
  'key shortCode barcode code fullCode serialNo serialNumber displayId',
);
/** A job's where all of its messages have the same; most have another one each, which does no harm. */
export const REQUEST_IDS = new NameList('requestId');
/** A text that leads to the record, if nothing else names it. */
export const LINKS = NameList.of(`
  object resource iri uri key shortCode code token barcode
`);

/** What stands beside what is encrypted. */
export const CIPHER_PARTS = NameList.of(`
  iv nonce salt alg algorithm kid keyId encryptedKey tag authTag signature version
`);
/** Further ones, by how they are called: `activityStatus`, `newState`. */
export const SOUNDS_LIKE_STATUS =
  /(?:status|state|zustand|statut|estado|estatus)(?:text|name|code|descr?|description|title|display|string|caption|message|msg|details?|info|update|label|value|bezeichnung|beschreibung|omschrijving|descripcion|descrizione|libelle|opis)?$|statusid$/;
/** What is meant by a status, whatever a house calls it: `status_category`. */
export const STATUS_KINDS = NameList.of(`
  statusCategory statusCategorySlug statusCategoryName statusCategoryCode statusGroup
  statusSlug statusClass statusType statusKey stateCategory statusKategorie statusGruppe
  statusCode
`);
/** What somebody else calls it, whose words nobody need know. */
export const IS_RAW_STATUS = /^(?:carrier|raw|provider|partner|native|external|vendor|operator)/;
/** How far something else is, or was. */
export const IS_OTHER_STATUS =
  /payment|paid|financial|billing|invoice|refund|zahl|driver|courier|rider|fahrer|kurier|vehicle|customer|network|ontime|previous|^old|^date|^time|sms|email|mail|sync|address|federal|country|approval|verification/;
/** They count if the word is known for a status. */
export const WEAK_STATUSES = NameList.of(`
  tag phase stage step milestone progress fortschritt situation subtag stateName update outcome
  updateDescription eventDescription scanType activity
`);

/** Reported to be true, a job is over. */
export const DONE_FLAGS = NameList.of(`
  isCancelled isCanceled cancelled canceled storniert isVoided voided isDelivered delivered zugestellt
  isCompleted completed erledigt abgeschlossen
`);

/** What has happened to a job, one by one. */
export const EVENT_LISTS = NameList.of(`
  events statusHistory statuses history trackingEvents shipmentEvents parcelEvents
  deliveryEvents checkpoints scans trackingDetails milestones trackingHistory
  stateHistory statusUpdates logs verlauf sendungsverlauf ereignisse historie
  statusverlauf statusLog states scanEvents scanHistory trackEvents traces tracks traceList trackList trackDetails scanDetails eventos historico historique
`);
/** The newest of them, or the only one. */
export const EVENTS = NameList.of(`
  event lastEvent latestEvent currentEvent trackingEvent statusUpdate update
  checkpoint lastCheckpoint ereignis letztesEreignis milestone
`);
export const EVENT_TIMES = NameList.of(`
  timestamp time date dateTime occurredAt eventTime eventDate createdAt statusTime
  statusDate at zeitpunkt zeit datum updatedAt created eventTimestamp eventDateTime
  scanDate scanTime timeIso checkpointTime ts when on occurredOn happenedAt eventAt scannedAt statusAt
  statusTimestamp statusChangedAt changedAt dateCreated createdOn loggedAt recordedAt zeitstempel
`);
/** The places a job goes to, in their order. */
export const STOPS = NameList.of(`
  stops wayPoints stopps tasks steps points legs visits halte haltestellen stationen
  activities jobStops routeStops routePoints orderStops orderPoints deliveryStops
  tripStops tourStops pathPoints routeWaypoints routeLegs wegpunkte itinerary spots
`);
/** Further lists of them, by how they are called: `shipmentStops`. */
export const SOUNDS_LIKE_STOPS = /(?:stops|stopps|waypoints|routepoints|halte|stationen)$/;
export const STOP_TYPES = NameList.of(`
  type stopType taskType locationType addressType kind activity role action purpose
  art typ aktion operation jobType serviceType name visitType pointType waypointType
  partyType partyRole partnerFunction relation qualifier rolle tipo soort rodzaj
`);
/** Further ones in a list of places, by how they are called: `PARTNER_Q`, `entityIdentifierCode`. */
export const SOUNDS_LIKE_STOP_TYPE =
  /(?:type|typ|role|rolle|qualifier|qualf|identifier|function|funktion|partnerq)(?:code|name|text|descr|description|id|key)?$/;
/** The word in a type that is an object. */
export const TYPE_WORDS = new NameList('value', 'name', 'label', 'code', 'type', 'key');
/** What is done at one stop. */
export const OPERATIONS = new NameList('operations', 'tasks', 'actions', 'activities', 'jobs');
export const POSITIONS = NameList.of(`
  position sequence sequenceNumber order index stopNumber reihenfolge sequenz rank
  stopPosition stopOrder spotOrder seq number
`);

/** How many there are, or the list of them. */
export const COUNTS: Readonly<Record<CountFact, NameList>> = {
  parcels: NameList.of(`
    parcels packages pieces boxes colli kolli parcelCount packageCount pieceCount packagesCount piecesCount
    numberOfParcels numberOfPackages numberOfPieces numberOfColli numParcels numPackages numPieces
    totalParcels totalPackages totalPieces parcelsCount noOfParcels noOfPackages noOfPieces
    pakete packstuecke anzahlPakete anzahlPackstuecke anzahlKolli anzahlColli anzahlStuecke
    paketanzahl packstueckzahl kollizahl colis nombreColis nbColis nombreDeColis bultos
    numeroBultos numeroDeBultos numeroColli volumes numeroVolumes aantalColli aantalPakketten
    liczbaPaczek liczbaSztuk antalKolli antallKolli antalPakker
  `),
};
