import { randomUUIDv7 } from 'node:crypto';
import type { Channel } from '@hookline/contract';
import type { Entry } from '../../packages/server/src/archive/engine/journal/batch.ts';
import { type Customer, customerAt } from './made-up-customers.ts';
import { Random } from './random.ts';

/** How much is stored. */
export interface Size {
  /** All of them, those that bring jobs and addresses included. */
  readonly events: number;
  readonly addresses: number;
  readonly calls: number;
  readonly jobVersions: number;
}

export const FULL: Size = {
  events: 1_000_000,
  addresses: 100_000,
  calls: 300_000,
  jobVersions: 300_000,
};

/** So much of it. */
export function partOf(part: number): Size {
  return {
    events: Math.round(FULL.events * part),
    addresses: Math.round(FULL.addresses * part),
    calls: Math.round(FULL.calls * part),
    jobVersions: Math.round(FULL.jobVersions * part),
  };
}

const DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;
const STATUSES = ['angenommen', 'disponiert', 'abgeholt', 'unterwegs', 'zugestellt'] as const;
const GOODS = ['Dokumente', 'Blutproben', 'Ersatzteil', 'Gebiss', 'Blumen', 'Palette', 'Akten'];

interface OpenJob {
  readonly reference: string;
  readonly from: Customer;
  readonly to: Customer;
  readonly goods: string;
  step: number;
}

/** What a dispatch office with its customers hands over in 90 days, oldest first. */
export class MadeUpOffice {
  readonly #size: Size;
  readonly #random = new Random(4711);
  readonly #openJobs: OpenJob[] = [];
  readonly #end: number;
  #customers = 0;
  #jobs = 0;
  #calls = 0;
  #events = 0;

  constructor(size: Size, end: number) {
    this.#size = size;
    this.#end = end;
  }

  *entries(): Generator<Entry> {
    const { addresses, calls, jobVersions, events } = this.#size;
    const count = events + calls;
    // Each kind comes with its own weight until there is enough of it, so that all are spread.
    const left = { addresses, calls, jobVersions, others: events - addresses - jobVersions };
    for (let i = 0; i < count; i++) {
      const at = this.#end - DAYS * DAY * (1 - i / count);
      const kind = this.#kindOf(left);
      left[kind]--;
      if (kind === 'addresses') yield this.#event(at, 'kunden', this.#newCustomer());
      else if (kind === 'jobVersions') yield this.#event(at, 'jobs', this.#jobVersion(at));
      else if (kind === 'calls') yield this.#call(at);
      else yield this.#other(at);
    }
  }

  #kindOf(left: Record<'addresses' | 'calls' | 'jobVersions' | 'others', number>) {
    const total = left.addresses + left.calls + left.jobVersions + left.others;
    let place = this.#customers === 0 ? 0 : this.#random.below(total);
    for (const kind of ['addresses', 'calls', 'jobVersions'] as const) {
      if (place < left[kind]) return kind;
      place -= left[kind];
    }
    return 'others';
  }

  #event(at: number, channel: Channel | null, payload: object): Entry {
    const eventId = ++this.#events;
    return { ...entry(at, payload), kind: 'event', channel, eventId };
  }

  #newCustomer(): object {
    return addressPayload(this.#customers, customerAt(this.#customers++));
  }

  #someCustomer(): Customer {
    return customerAt(this.#random.skewedBelow(this.#customers));
  }

  #jobVersion(at: number): object {
    const random = this.#random;
    const isNew = this.#openJobs.length < 50 || random.isOneIn(5);
    const place = random.below(this.#openJobs.length);
    const job = (isNew ? undefined : this.#openJobs[place]) ?? this.#newJob();
    const payload = jobPayload(job, at);
    // A position of the courier is a version as well, and brings the job no further.
    if (!random.isOneIn(4)) job.step++;
    if (job.step >= STATUSES.length) this.#openJobs.splice(this.#openJobs.indexOf(job), 1);
    return payload;
  }

  #newJob(): OpenJob {
    const job = {
      reference: `J-${String(++this.#jobs).padStart(7, '0')}`,
      from: this.#someCustomer(),
      to: this.#someCustomer(),
      goods: this.#random.of(GOODS),
      step: 0,
    };
    this.#openJobs.push(job);
    return job;
  }

  #call(at: number): Entry {
    const random = this.#random;
    const { number, person } = this.#someCustomer();
    const isMissed = random.isOneIn(8);
    const isIncoming = !random.isOneIn(4);
    const seconds = isMissed ? 0 : 5 + random.below(300);
    const other = { raw: number, number, name: random.isOneIn(2) ? person : null };
    const desk = { raw: '21', number: '21', name: `Platz ${1 + random.below(9)}` };
    const payload = {
      callId: `c-${++this.#calls}`,
      direction: isIncoming ? 'in' : 'out',
      state: 'ended',
      from: isIncoming ? other : desk,
      to: isIncoming ? desk : other,
      startedAt: iso(at - 1000 * (seconds + 10)),
      answeredAt: isMissed ? null : iso(at - 1000 * seconds),
      endedAt: iso(at),
      durationSec: seconds,
      endCause: isMissed ? 'missed' : 'normal',
    };
    return { ...entry(at, payload), kind: 'calls', channel: null, eventId: 0 };
  }

  /** Reports that repeat an address, and what other systems send. */
  #other(at: number): Entry {
    const random = this.#random;
    if (random.isOneIn(20)) {
      const place = random.skewedBelow(this.#customers);
      return this.#event(at, 'kunden', addressPayload(place, customerAt(place)));
    }
    return this.#event(at, null, {
      source: random.of(['fleet', 'shop', 'thermo']),
      vehicle: `B-HL ${100 + random.below(80)}`,
      position: { lat: 52.4 + random.next() / 5, lon: 13.2 + random.next() / 3 },
      battery: random.below(101),
      text: `${random.of(GOODS)} für ${this.#someCustomer().name}, ${random.of(STATUSES)}`,
    });
  }
}

export function addressPayload(place: number, customer: Customer): object {
  const { number, mobile, name, person, street, postcode, town, note } = customer;
  return {
    kundennummer: `K${String(place).padStart(6, '0')}`,
    telefon: number,
    ...(mobile !== undefined && { mobil: mobile }),
    name,
    ansprechpartner: person,
    strasse: street,
    plz: postcode,
    ort: town,
    notiz: note,
  };
}

function jobPayload({ reference, from, to, goods, step }: OpenJob, at: number): object {
  const stop = ({ name, street, postcode, town, number }: Customer) => ({
    name,
    adresse: `${street}, ${postcode} ${town}`,
    telefon: number,
  });
  return {
    delivery_id: reference,
    status: STATUSES[Math.min(step, STATUSES.length - 1)],
    ware: goods,
    abholung: stop(from),
    zustellung: stop(to),
    kurier: `Kurier ${1 + (Math.floor(at) % 40)}`,
    stand: iso(at),
  };
}

function entry(at: number, payload: object) {
  return { id: randomUUIDv7(), receivedAt: iso(at), text: JSON.stringify(payload) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
