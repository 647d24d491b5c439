import { STOCK } from '../../packages/server/src/telephony/systems/mock/stock.ts';
import { pick, pickTwo } from './pick.ts';

export interface Message {
  readonly path: string;
  readonly body: unknown;
  /** For the terminal. */
  readonly what: string;
}

export const CUSTOMERS = STOCK.filter((entry) => entry['kind'] === 'customer');
export const COURIERS = STOCK.filter((entry) => entry['kind'] === 'courier');

const customer = (body: unknown, what: string): Message => ({
  path: '/api/webhook/kunden',
  body,
  what,
});
const courier = (body: unknown, what: string): Message => ({
  path: '/api/webhook/kuriere',
  body,
  what,
});
const generic = (body: unknown, what: string): Message => ({ path: '/api/webhook', body, what });

type Customer = (typeof CUSTOMERS)[number];

function german({ name, number, street, zip, city, note }: Customer) {
  return { name, telefon: number, strasse: street, plz: zip, ort: city, bemerkung: note ?? '' };
}

function english({ name, number, street, zip, city }: Customer) {
  return { name, phone: number, address: { street, postal_code: zip, city, country: 'DE' } };
}

/** Customers and couriers as one system or another would send them, and what nobody expects. */
export const people: readonly (() => Message)[] = [
  () => {
    const body = german(pick(CUSTOMERS));
    return customer(body, `Kunde ${body.name}`);
  },
  () => {
    const body = english(pick(CUSTOMERS));
    return customer(body, `customer ${body.name}`);
  },
  () => customer({ kunden: pickTwo(CUSTOMERS).map(german) }, 'two customers, nested'),
  () => {
    const [one, other] = pickTwo(CUSTOMERS);
    return customer([english(one), german(other)], 'a bare list of customers');
  },
  () => {
    const { name, number, vehicle } = pick(COURIERS);
    return courier({ name, mobil: number, fahrzeug: vehicle, status: 'frei' }, `Kurier ${name}`);
  },
  () => {
    const { name, number, vehicle } = pick(COURIERS);
    const driver = { name, phone_number: number, vehicle_type: vehicle, online: true };
    return courier({ data: { driver } }, `courier ${name}, nested`);
  },
  () =>
    courier(
      COURIERS.slice(0, 3).map(({ name, number }) => ({ name, handy: number })),
      'a bare list of couriers',
    ),
  () => generic('Aufzug bei der Klinik am Schwanenteich außer Betrieb', 'a string'),
  () => generic(null, 'null'),
  () => generic({ wetter: { ort: 'Berlin', temperatur: 4.5, regen: true } }, 'an object'),
];
