import { type Customer, customerAt } from '../../../../../bench/archive/made-up-customers.ts';
import { Random } from '../../../../../bench/archive/random.ts';

/** What is sent to the service, and when by its clock. */
export interface Sent {
  readonly at: number;
  readonly path: string;
  readonly json: string;
}

/** What a dispatcher knows of a job of that week. */
export interface KnownJob {
  readonly reference: string;
  /** The messages about it as JSON, the oldest first. */
  readonly messages: readonly string[];
  /** By which names the first version of Hookline kept them. */
  readonly formerNames: readonly string[];
  readonly statusClass: string;
  readonly pickup: string;
  readonly dropoff: string;
  readonly courier: string | null;
}

const START = Date.parse('2026-10-05T06:00:00.000Z');
const HOUR = 3_600_000;
/** Who wants to be forgotten at the end of the week: the one that job 3 goes to. */
export const FORGOTTEN = customerAt(7);
const COURIERS = ['Bodo Rast', 'Elif Şahin', 'Nele Kühn', 'Zoran Đorđević', 'Uwe Groß'];

type Shape = (n: number, from: Customer, to: Customer, courier: string) => KnownJob;

const texts = (messages: readonly object[]) => messages.map((one) => JSON.stringify(one));
const addressOf = ({ street, postcode, town }: Customer) => `${street}, ${postcode} ${town}`;

/** One message in full, then some that carry nothing but a status. */
const plain: Shape = (n, from, to, courier) => {
  const reference = `A-${2600 + n}`;
  const stop = (one: Customer) => ({ name: one.name, adresse: addressOf(one), tel: one.number });
  return {
    reference,
    messages: texts([
      { auftragsnummer: reference, status: 'neu', abholung: stop(from), zustellung: stop(to) },
      { auftragsnummer: reference, status: 'disponiert', fahrer: { name: courier } },
      { auftragsnummer: reference, status: 'abgeholt' },
      { auftragsnummer: reference, status: n % 4 === 0 ? 'abgerechnet' : 'Fehler' },
    ]),
    formerNames: [reference],
    statusClass: n % 4 === 0 ? 'done' : 'problem',
    pickup: from.name,
    dropoff: to.name,
    courier,
  };
};

/** An envelope whose own id was taken for the job's: every message became a job. */
const enveloped: Shape = (n, from, to, courier) => {
  const reference = `order_${7_000_000 + n}`;
  const events = ['order.created', 'order.dispatched', 'order.driver_assigned', 'order.completed'];
  const formerNames = events.map((_, i) => `event_${n}x${i}`);
  const place = (one: Customer) => ({
    name: one.name,
    street1: one.street,
    postal_code: one.postcode,
    city: one.town,
    phone: one.number,
  });
  return {
    reference,
    messages: texts(
      events.map((event, i) => ({
        id: formerNames[i],
        api_version: 'v1',
        event,
        data: {
          id: reference,
          status: ['created', 'dispatched', 'driver_assigned', 'completed'][i],
          ...(i === 0 && { pickup: place(from), dropoff: place(to) }),
          ...(i === 2 && { driver: { name: courier, phone: `0171 39200${20 + n}` } }),
        },
      })),
    ),
    formerNames,
    statusClass: 'done',
    pickup: from.name,
    dropoff: to.name,
    courier,
  };
};

/** Names of a number that were not known: every message was a job without a name. */
const unnamed =
  (name: string, prefix: string): Shape =>
  (n, from, to, courier) => {
    const reference = `${prefix}${40_000 + n}`;
    return {
      reference,
      messages: texts([
        {
          [name]: reference,
          status: 'pending',
          sender: { company: from.name, address: addressOf(from), phone: from.number },
          recipient: { company: to.name, address: addressOf(to), phone: to.number },
        },
        { [name]: reference, status: 'in_transit', courier: { name: courier } },
        { [name]: reference, status: n % 4 === 2 ? 'no_show' : 'out_for_delivery' },
      ]),
      formerNames: [],
      statusClass: n % 4 === 2 ? 'canceled' : 'underway',
      pickup: from.name,
      dropoff: to.name,
      courier,
    };
  };

/** A list called `items` in it was taken for the jobs, and the order itself was lost. */
const withItems: Shape = (n, from, to) => {
  const reference = `SO${510_000 + n}`;
  const goods = ['Blutproben', 'Akten'].map((text, i) => ({ id: 900_000 + 10 * n + i, text }));
  return {
    reference,
    messages: texts([
      {
        order_number: reference,
        state: 'processing',
        items: goods,
        pickup_address: { company: from.name, street: from.street, city: from.town },
        shipping_address: { company: to.name, street: to.street, city: to.town },
      },
      { order_number: reference, state: 'delivered', items: goods },
    ]),
    formerNames: goods.map(({ id }) => String(id)),
    statusClass: 'done',
    pickup: from.name,
    dropoff: to.name,
    courier: null,
  };
};

/** A number that no double holds, and one that is a house number as well. */
const exact: Shape = (n, from, to, courier) => {
  const reference = `3404341610940215${String(n).padStart(2, '0')}`;
  return {
    reference,
    messages: texts(
      ['accepted', 'exception'].map((status, i) => ({
        sendungsnummer: `#${reference}`,
        status,
        kurier: courier,
        ...(i === 0 && {
          absender: { firma: from.name, strasse: from.street, plz: from.postcode, ort: from.town },
          empfaenger: { firma: to.name, strasse: 'Am Ring', nummer: `${n}`, ort: to.town },
        }),
      })),
    ).map((text) => text.replace(`"#${reference}"`, reference)),
    formerNames: [],
    statusClass: 'problem',
    pickup: from.name,
    dropoff: to.name,
    courier,
  };
};

const SHAPES: readonly Shape[] = [
  plain,
  enveloped,
  unnamed('tracking_number', 'TN'),
  unnamed('auftragsnr', 'TMS-'),
  withItems,
  exact,
];

/** The jobs of the week, the same ones whenever they are asked for. */
export function knownJobs(): readonly KnownJob[] {
  return Array.from({ length: 36 }, (_, n) => {
    const shape = SHAPES[n % SHAPES.length] ?? plain;
    const courier = COURIERS[n % COURIERS.length] ?? '';
    return shape(n, customerAt(2 * n), customerAt(2 * n + 1), courier);
  });
}

/** Everything that came in, oldest first. */
export function madeUpWeek(): readonly Sent[] {
  const random = new Random(2610);
  const later = (hours: number) => START + Math.floor(hours * HOUR);
  const jobs = knownJobs().flatMap(({ messages }, n) =>
    messages.map((json, i) => ({
      at: later(4 * n + i + random.next()),
      path: '/api/webhook/jobs',
      json,
    })),
  );
  const rest = [...people(later), ...calls(later, random), ...others(later, random)];
  return [...jobs, ...rest].toSorted((a, b) => a.at - b.at);
}

/** Numbers in fields that were not looked at: only `telefon` and `mobil` named a caller. */
function people(later: (hours: number) => number): readonly Sent[] {
  const customers = Array.from({ length: 24 }, (_, n) => {
    const { number, name, person, street, postcode, town, note } = customerAt(n);
    const payload = {
      kundennummer: `K${n}`,
      telefon: number,
      name,
      ansprechpartner: person,
      strasse: street,
      plz: postcode,
      ort: town,
      notiz: note,
      telefon2: `030 23125${100 + n}`,
      handy2: `0171 39200${30 + n}`,
      ...(n % 2 === 0 && { phone_home: `040 66969${100 + n}` }),
      ...(n % 3 === 0 && { numbers: [{ type: 'fax', number: `069 90009${100 + n}` }] }),
    };
    return { at: later(n), path: '/api/webhook/kunden', json: JSON.stringify(payload) };
  });
  const couriers = COURIERS.map((name, n) => ({
    at: later(2 * n),
    path: '/api/webhook/kuriere',
    json: JSON.stringify({
      kurierId: n,
      name,
      mobil: `0171 39200${10 + n}`,
      mobil_privat: `0171 39201${n}`,
    }),
  }));
  const book = {
    at: later(30),
    path: '/api/addresses',
    json: `{"addresses":[${customers.slice(0, 9).map(({ json }) => json)}]}`,
  };
  return [...customers, ...couriers, book];
}

function calls(later: (hours: number) => number, random: Random): readonly Sent[] {
  return Array.from({ length: 40 }, (_, n) => {
    const { number } = customerAt(random.below(24));
    const at = later(3.5 * n);
    const iso = (seconds: number) => new Date(at + 1000 * seconds).toISOString();
    const isMissed = n % 5 === 0;
    const from = n % 4 === 0 ? `030 23125${100 + (n % 24)}` : number;
    const payload = {
      callId: `c-${n}`,
      direction: 'in',
      state: 'ended',
      from,
      to: '21',
      startedAt: iso(-90),
      answeredAt: isMissed ? null : iso(-80),
      endedAt: iso(0),
    };
    return { at, path: '/api/calls', json: JSON.stringify(payload) };
  });
}

function others(later: (hours: number) => number, random: Random): readonly Sent[] {
  return Array.from({ length: 30 }, (_, n) => ({
    at: later(4.7 * n),
    path: '/api/webhook',
    json: `{"source":"fleet","vehicle":"B-HL ${100 + n}","battery":${random.below(101)}.0}`,
  }));
}
