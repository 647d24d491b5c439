import { COURIERS, CUSTOMERS, type Message } from './people.ts';
import { pick, pickTwo } from './pick.ts';

interface Job {
  readonly id: number;
  readonly shape: Shape;
  readonly from: (typeof CUSTOMERS)[number];
  readonly to: (typeof CUSTOMERS)[number];
  readonly courier: (typeof COURIERS)[number];
  /** ISO times. */
  readonly pickupBy: string;
  readonly deliverBy: string;
  step: number;
}

/** How one system reports a job, and the names it has for the way of a job. */
interface Shape {
  readonly name: string;
  readonly steps: readonly string[];
  body(job: Job, status: string): unknown;
}

const place = ({ name, number, street, zip, city }: Job['from']) => ({
  name,
  phone_number: number,
  address: `${street}, ${zip} ${city}`,
});

const OWN: Shape = {
  name: 'Auftrag',
  steps: ['angenommen', 'zugeteilt', 'abgeholt', 'zugestellt'],
  body: ({ id, from, to, courier, pickupBy, deliverBy }, status) => ({
    auftragsnummer: `A-${id}`,
    status,
    abholung: { name: from.name, telefon: from.number, strasse: from['street'], bis: pickupBy },
    zustellung: { name: to.name, telefon: to.number, strasse: to['street'], bis: deliverBy },
    kurier: status === 'angenommen' ? null : { name: courier.name, mobil: courier.number },
  }),
};

const UBER_DIRECT: Shape = {
  name: 'like Uber Direct',
  steps: ['pending', 'pickup', 'pickup_complete', 'dropoff', 'delivered'],
  body: ({ id, from, to, courier, pickupBy, deliverBy }, status) => ({
    kind: 'event.delivery_status',
    id: `evt_demo_${id}_${status}`,
    created: new Date().toISOString(),
    live_mode: false,
    delivery_id: `del_demo_${id}`,
    status,
    data: {
      id: `del_demo_${id}`,
      status,
      complete: status === 'delivered',
      pickup: place(from),
      dropoff: place(to),
      pickup_deadline: pickupBy,
      dropoff_deadline: deliverBy,
      courier:
        status === 'pending'
          ? null
          : {
              name: courier.name,
              phone_number: courier.number,
              vehicle_type: courier['vehicle'],
            },
    },
  }),
};

const STUART: Shape = {
  name: 'like Stuart',
  steps: ['searching', 'in_progress', 'finished'],
  body: ({ id, courier }, status) => ({
    event: 'job',
    type: status === 'searching' ? 'create' : 'update',
    data: {
      id,
      status,
      jobReference: `S-${id}`,
      comment: null,
      currentDelivery:
        status === 'searching'
          ? null
          : {
              id: id + 1,
              status: status === 'finished' ? 'delivered' : 'delivering',
              driver: { name: courier.name, phone: courier.number, status: 'busy' },
              transportType: { code: 'cargobike' },
            },
    },
  }),
};

const FLEETBASE: Shape = {
  name: 'like Fleetbase',
  steps: ['created', 'dispatched', 'started', 'completed'],
  body: ({ id, from, to, courier }, status) => ({
    id: `event_demo_${id}_${status}`,
    api_version: 'v1',
    event: `order.${status}`,
    created_at: new Date().toISOString(),
    data: {
      id: `order_demo_${id}`,
      status,
      customer: { name: from.name, phone: from.number },
      payload: { pickup: place(from), dropoff: place(to), entities: [] },
      driver_assigned: status === 'created' ? null : { name: courier.name, phone: courier.number },
    },
  }),
};

const SHAPES = [OWN, OWN, UBER_DIRECT, STUART, FLEETBASE];
const MOST_OPEN = 6;
/** From its beginning until a job is to be picked up; some are reported when it is too late. */
const MINUTES = [-4, 1, 8, 20, 45];
/** From there to its delivery. */
const MINUTES_ON_THE_WAY = 25;

/** Jobs that are under way; each message begins one or takes one a step further. */
export class JobBoard {
  #open: Job[] = [];
  #lastId = 1000;

  next(): Message {
    const job = this.#open.length < MOST_OPEN && Math.random() < 0.5 ? this.#begin() : this.#any();
    const status = job.shape.steps[job.step] ?? '';
    job.step++;
    this.#open = this.#open.filter(({ step, shape }) => step < shape.steps.length);
    return {
      path: '/api/webhook/jobs',
      body: job.shape.body(job, status),
      what: `${job.shape.name} ${job.id}: ${status}`,
    };
  }

  #any(): Job {
    return this.#open.length > 0 ? pick(this.#open) : this.#begin();
  }

  #begin(): Job {
    // Nobody sends something to themselves.
    const [from, to] = pickTwo(CUSTOMERS);
    const minutes = pick(MINUTES);
    const job: Job = {
      id: ++this.#lastId,
      shape: pick(SHAPES),
      from,
      to,
      courier: pick(COURIERS),
      pickupBy: inMinutes(minutes),
      deliverBy: inMinutes(minutes + MINUTES_ON_THE_WAY),
      step: 0,
    };
    this.#open.push(job);
    return job;
  }
}

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
