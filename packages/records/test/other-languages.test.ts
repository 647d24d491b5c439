import { describe, expect, test } from 'vitest';
import { foldedName, NameList } from '../src/fields.ts';
import { jobMessages } from '../src/job-messages.ts';
import { StatusWords } from '../src/status.ts';
import { momentOf } from '../src/times.ts';
import { BONN, facts, IN_BONN, IN_ULM, jobs, references, ULM } from './reading.ts';

const BERLIN = 'Europe/Berlin';
const words = new StatusWords();

test('[RE2] accents in a name do not matter', () => {
  expect(foldedName('Zlecenie_Załadunku')).toBe('zleceniezaladunku');
  expect(foldedName('prénom')).toBe('prenom');
  expect(foldedName('Straße')).toBe('strasse');
});

test.each([
  'numero_pedido',
  'code_suivi',
  'numeroDeCommande',
  'n_colis',
  'id_spedizione',
  'numer_zlecenia',
  'nr_przesyłki',
  'opdrachtnummer',
  'zending_id',
  'kollinummer',
  'číslo_zásilky',
  'siparis_no',
])('[RE2] a number is foreign too: %s', (name) => {
  expect(references({ peso: 3, [name]: 'X-1' }).reference).toBe('X-1');
});

test.each([
  ['Teljesítve', 'done'],
  ['Kiszállítás alatt', 'underway'],
  ['Livrată', 'done'],
  ['În curs de livrare', 'underway'],
  ['Toimitettu', 'done'],
  ['dalam pengiriman', 'underway'],
  ['dibatalkan', 'canceled'],
  ['Isporučeno', 'done'],
  ['Доставлен', 'done'],
  ['Отменён', 'canceled'],
  ['В пути', 'underway'],
])('[RE4] %s is %s', (word, statusClass) => {
  expect(words.classOf(word)).toBe(statusClass);
});

test('[RE2] what else has a number is no job', () => {
  expect(references({ id: 7, numero_cliente: 'K-1', klantnummer: 'K-2' }).reference).toBe('7');
});

test('[RE3] what a message is about is foreign too', () => {
  const livraison = { numero: 'L-1', statut: 'Livrée', expediteur: ULM, destinataire: BONN };
  expect(jobs({ evenement: 'livraison.statut', livraison })).toMatchObject([
    { reference: 'L-1', statusClass: 'done', facts: { pickup: { address: IN_ULM } } },
  ]);
});

describe('[RE5] who, where and until when, in the words of other countries', () => {
  const told = {
    pickup: { name: 'Papier Moulin', address: 'Rue du Bac 4, 75007 Paris', phone: '+33140000101' },
    dropoff: { name: 'Ada Kern', address: 'Hauptweg 9, 89073 Ulm', phone: '+49731000102' },
    courier: { name: 'Jan Kot', phone: '+48605550109' },
  };
  test.each([
    {
      enlevement: {
        societe: 'Papier Moulin',
        adresse: 'Rue du Bac 4',
        code_postal: '75007',
        ville: 'Paris',
        telephone: '+33140000101',
      },
      livraison: {
        prenom: 'Ada',
        nom: 'Kern',
        rue: 'Hauptweg',
        numero: '9',
        code_postal: '89073',
        ville: { id: 3, nom: 'Ulm' },
        tele: '+49731000102',
      },
      coursier: { prenom: 'Jan', nom: 'Kot', portable: '+48605550109' },
    },
    {
      mittente_ragione_sociale: 'Papier Moulin',
      mittente_indirizzo: 'Rue du Bac 4',
      mittente_cap: '75007',
      mittente_citta: 'Paris',
      mittente_telefono: '+33140000101',
      destinatario_nome: 'Ada Kern',
      destinatario_indirizzo: 'Hauptweg 9',
      destinatario_cap: '89073',
      destinatario_localita: 'Ulm',
      destinatario_cellulare: '+49731000102',
      autista: { nome: 'Jan', cognome: 'Kot', cellulare: '+48605550109' },
    },
    {
      origen: {
        nombre: 'Papier Moulin',
        calle: 'Rue du Bac',
        numero: 4,
        codigoPostal: '75007',
        localidad: 'Paris',
        telefono: '+33140000101',
      },
      destino: {
        nombre: 'Ada',
        apellidos: 'Kern',
        direccion: 'Hauptweg 9',
        cp: '89073',
        poblacion: 'Ulm',
        movil: '+49731000102',
      },
      repartidor: { nombre: 'Jan', apellidos: 'Kot', telefono: '+48605550109' },
    },
    {
      laadadres: {
        bedrijfsnaam: 'Papier Moulin',
        straat: 'Rue du Bac',
        huisnummer: '4',
        postcode: '75007',
        plaats: 'Paris',
        telefoon: '+33140000101',
      },
      losadres: {
        voornaam: 'Ada',
        achternaam: 'Kern',
        straatnaam: 'Hauptweg',
        huisnr: '9',
        postcode: '89073',
        woonplaats: 'Ulm',
        mobiel: '+49731000102',
      },
      chauffeur: { naam: 'Jan Kot', mobiel: '+48605550109' },
    },
    {
      nadawca: {
        nazwa: 'Papier Moulin',
        ulica: 'Rue du Bac',
        nr_domu: '4',
        kod_pocztowy: '75007',
        miejscowość: 'Paris',
        telefon: '+33140000101',
      },
      odbiorca: {
        imię: 'Ada',
        nazwisko: 'Kern',
        ulica: 'Hauptweg',
        numer_domu: '9',
        kod_pocztowy: '89073',
        miasto: 'Ulm',
        telefon: '+49731000102',
      },
      kierowca: { imię: 'Jan', nazwisko: 'Kot', telefon: '+48605550109' },
    },
  ])('%o', (payload) => {
    const { pickup, dropoff, courier } = facts({ id: 7, ...payload });
    expect({ pickup, dropoff, courier }).toEqual(told);
  });

  test.each([
    ['fecha_entrega', 'deliverAt'],
    ['date_livraison', 'deliverAt'],
    ['data_consegna_richiesta', 'deliverAt'],
    ['termin_dostawy', 'deliverAt'],
    ['losdatum', 'deliverAt'],
    ['fechaRecogida', 'pickupAt'],
    ['date_enlevement', 'pickupAt'],
    ['data_ritiro', 'pickupAt'],
    ['termin_odbioru', 'pickupAt'],
    ['laaddatum', 'pickupAt'],
  ] as const)('there the day comes first: %s', (name, fact) => {
    expect(facts({ id: 7, [name]: '02-03-2026' })[fact]).toBe('2026-03-02');
    expect(facts({ id: 7, [name]: '02/03/2026' })[fact]).toBe('2026-03-02');
  });

  test('a last hour is a deadline, and what is foreseen is none', () => {
    const livraison = { adresse: 'Rue du Bac 4', heure_limite: '02/03/2026 11:30' };
    expect(facts({ id: 7, livraison }).deliverBy).toBe('2026-03-02T10:30:00.000Z');
    expect(facts({ id: 7, fecha_entrega_prevista: '2026-03-02' })).toEqual({});
    expect(facts({ id: 7, delivery_date: '02-03-2026' })).toEqual({});
  });
});

test.each([
  ['2 mars 2026', '2026-03-02'],
  ['2 juin 2026', '2026-06-02'],
  ['2 juillet 2026', '2026-07-02'],
  ['2 août 2026', '2026-08-02'],
  ['2 de diciembre de 2026', '2026-12-02'],
  ['2 giugno 2026 14:00', '2026-06-02T12:00:00.000Z'],
  ['2 mei 2026', '2026-05-02'],
  ['2 października 2026', '2026-10-02'],
  ['25-03-2026', '2026-03-25'],
  ['02-03-2026', undefined],
])('[RE5] a day is written %s', (text, expected) => {
  expect(momentOf(text, BERLIN)).toBe(expected);
});

describe('[RE6] an address in the words of other countries', () => {
  test.each([
    {
      mottagare: {
        namn: 'Ada Kern',
        gatuadress: 'Sternstraße 4',
        postnummer: '53111',
        ort: 'Bonn',
      },
    },
    { modtager: { navn: 'Ada Kern', adresse: 'Sternstraße 4', postnr: '53111', by: 'Bonn' } },
    { odbiorca: { nazwa: 'Ada Kern', ulica: 'Sternstraße 4', kod: '53111', miasto: 'Bonn' } },
    { příjemce: { jméno: 'Ada Kern', ulice: 'Sternstraße 4', psč: '53111', město: 'Bonn' } },
    {
      destinatario: {
        nome: 'Ada Kern',
        via: 'Sternstraße',
        civico: 4,
        cap: '53111',
        citta: 'Bonn',
      },
    },
    { destinataire: { nom: 'Ada Kern', voie: 'Sternstraße 4', cp: '53111', ville: 'Bonn' } },
    { alıcı: { ad_soyad: 'Ada Kern', sokak: 'Sternstraße 4', posta_kodu: '53111', ilçe: 'Bonn' } },
  ])('%j', (recipient) => {
    const job = facts({ id: 7, ...recipient });
    expect(job).toEqual({ dropoff: { name: 'Ada Kern', address: IN_BONN } });
  });

  test('who is asked, and how, is no place', () => {
    expect(facts({ id: 7, by: 'Uwe', via: 'API', recipient: 'Ada Kern' })).toEqual({
      dropoff: { name: 'Ada Kern' },
    });
  });
});

describe('[RE4] words for a status', () => {
  test.each([
    ['open', 'en attente, in attesa, pendiente, in behandeling, w przygotowaniu'],
    ['underway', 'Mise en Distribution, in transito, en reparto, onderweg, w doręczeniu'],
    [
      'done',
      'Livrée, consegnata, entregado, afgeleverd, doręczono, Levererad, leveret, teslim edildi',
    ],
    ['problem', 'Refusée, mancata consegna, no entregado, niet thuis, nie doręczono'],
    ['canceled', 'annulée, annullato, cancelado, geannuleerd, anulowano, kansellert, zrušeno'],
  ])('%s: %s', (statusClass, list) => {
    for (const word of list.split(', ')) expect(words.classOf(word), word).toBe(statusClass);
  });

  test('stand under names of theirs, but not where a country lies', () => {
    const options = { referenceNames: new NameList(), statusWords: words, timeZone: BERLIN };
    const status = (payload: unknown) => jobMessages(payload, options).messages[0]?.status;
    expect(status({ id: 7, statut: 'Livrée' })).toBe('Livrée');
    expect(status({ id: 7, estado: 'Entregado' })).toBe('Entregado');
    expect(status({ id: 7, stato: 'In consegna' })).toBe('In consegna');
    expect(status({ id: 7, cidade: 'Santos', estado: 'SP' })).toBeNull();
  });
});
