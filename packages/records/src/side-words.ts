import { wordList } from './fields.ts';

/**
 * What foreign systems call the two ends of a way and who goes it, in German and English and what
 * others say most. Everything that looks for them looks here: a word that stood in one list of four
 * was read in the name of a field and not in the type of a stop.
 */
interface SideWords {
  /** By itself, or before a field (`pickup_phone`); the plainest first. They are types of stops too. */
  readonly names: readonly string[];
  /** Where nobody says it better: a customer may be the drop-off, a shop the pick-up. */
  readonly maybe: readonly string[];
}

/** The same of an end of the way. */
interface EndWords extends SideWords {
  /** Nothing but types of stops: as names of fields they may be anything. */
  readonly types: readonly string[];
  /** In the name of a time, which may have any ending: `abholung_bis`. */
  readonly inTimes: RegExp;
}

const side = (names: string, maybe: string): SideWords => ({
  names: wordList(names),
  maybe: wordList(maybe),
});
const end = (names: string, maybe: string, types: string, inTimes: RegExp): EndWords => ({
  ...side(names, maybe),
  types: wordList(types),
  inTimes,
});

/** Where parcels wait for whoever they are for. */
export const COUNTER_WORDS = wordList(`
  locker parcellocker lockerdetails parcelshop paketshop packstation servicepoint accesspoint
  paczkomat pointrelais relaypoint relais pudo pudopoint postoffice
`);

export const SIDE_WORDS = {
  pickup: end(
    `
      pickup pickups pickuplocation pick collection collect origin sender shipper
      consignor from shipfrom pickupfrom collectfrom sendfrom abholung abholungen abhol abholort
      abholadresse abholstelle absender absende versender remitente remetente expediteur mittente
      afzender nadawca recogida enlevement coleta ramassage retrait chargement ritiro
      prelievo carico recoleccion origen origine laad laadplaats ophaal afhaal zaladunek
      zaladunku ladestelle ladeort beladestelle beladeort beladung belade lade loading
      loadingplace loadingpoint placeofloading placeofcollection placeofpickup
      placeofreceipt placeofdeparture avsandare avsender afsender avsaendare odesilatel odosielatel posiljatelj gonderici expeditor felado lahettaja pengirim dispatchaddress despatchaddress dispatchfrom despatchfrom sndr shpr cnor orig von
    `,
    `
      restaurant tienda negozio magasin sklep winkel assignedlocation fulfillmentlocation
      fulfillmentcenter stocklocation kitchen store shop merchant outlet branch filiale
      vendor seller warehouse lager depot venue pharmacy apotheke supplier lieferant
      praxis klinik labor
    `,
    'abholen beladen laden load source start ophalen laadadres odbior p pu pup col',
    /pick_?up|abhol|collect|(?<!ent|ab)lade|belad|^ship|^loading|recogida|recolec|enlevement|ramassage|ritiro|prelievo|carico|ophaal|afhaal|^laad|zaladun|odbior(?!c)|coleta|^dispatch(?!ed)/,
  ),
  dropoff: end(
    `
      dropoff dropoffs drop delivery deliver deliveries destination recipient recipients
      receiver reciever mottagare mottaker modtager prijemce prijemca primatelj alici destinatar cimzett vastaanottaja penerima sendto consignee addressee shipto deliverto deliveryto dropto to shipping
      zustellung zustell zustellort zustelladresse lieferung lieferungen liefer lieferort
      lieferadresse anlieferung anliefer unloading unloadingplace unloadingpoint
      placeofdelivery placeofunloading placeofdischarge placeofarrival offloading
      discharge empfaenger empfangs rcpt rcvr recip dest cnee destinatario destinataire
      ontvanger odbiorca entrega livraison dechargement consegna scarico destinazione
      destino los losplaats aflever lever levering bezorg dostawa dostawy doreczenie
      rozladunek rozladunku entladestelle entladeort entladung entlade abladestelle ablade
      ziel zielort versandadresse versand nach
    `,
    `
      customer customers kunde kunden client buyer eater consumer cliente klant klient
      guest gast besteller enduser endcustomer endkunde kaeufer partnerid
      partnershippingid patient patientin resident property jobsite servicelocation
      serviceaddress serviceadresse einsatzort objekt baustelle montageort
      ${COUNTER_WORDS.join(' ')}
    `,
    'zustellen liefern entladen unload target lieferanschrift lossen losadres d do del dl dlv drp drops',
    /deliver|drop_?off|liefer|zustell|entlad|ablad|^unload|^offload|destination|entrega|livraison|consegna|scarico|bezorg|aflever|^lever|^los(?=datum|tijd)|dostaw|doreczen|rozladun/,
  ),
  courier: side(
    `
      courier kurier driver fahrer rider bote zusteller worker messenger biker dasher
      fleet deliveryman deliveryagent deliveryperson deliveryboy deliverypartner shopper
      assignee assignedto assignto allocatedto assignedprovider assignedproviders assigneduser assignedusers assignedstaff performer executor runner chauffeur captain
      deliveryexecutive auslieferer repartidor conductor livreur entregador mensajero
      technician techniker monteur employee mitarbeiter kierowca doreczyciel koerier
      bezorger autista fattorino coursier conducente motorista forare foerare sjafor sjafoer
      chauffoer kuryr kurye surucu ridic vodic bud curier sofer futar kuljettaja kuriiri lahetti dostavljac vozac
      kurir sopir pengemudi tasker deliveryhero deliveryguy deliverystaff deliveryexec deliveryassociate
      fieldexecutive lieferfahrer paketbote
    `,
    'agent carrier corriere transportista transporteur vervoerder przewoznik',
  ),
} as const;
