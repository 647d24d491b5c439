import {
  AddressCache,
  CALL_COMMANDS,
  PhoneBookEntry,
  PhoneCall,
  SCENARIOS,
  type Scenario,
} from '@hookline/contract';
import Type, { type Static } from 'typebox';
import { ArchiveError } from '../../../archive/engine/archive-error.ts';
import { type App, describing, HttpProblem } from '../../../http/app.ts';
import { readObject } from '../../../http/json-body.ts';
import type { AddressCacheOfApp } from '../../address-cache.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { httpProblem } from '../../telephony-problem.ts';
import { Calls } from './calls.ts';
import { otherSideOf, type Stage, startCall } from './scenarios.ts';
import { DESK } from './stock.ts';

/** A telephone system that is played: `/api/mock/**` plays the network and the other people. */
export function createMock(context: SystemContext): TelephonySystem {
  const { app, book, cache, schedule, now } = context;
  const calls = new Calls({ book, now, onEvent: context.tell });
  const parts = { book, cache, calls, schedule, switches: { ...ALL_ON } };
  mockRoutes(app, { ...parts, fill: () => context.fillBook().catch(refuse) });
  return {
    orders: ['dial', ...CALL_COMMANDS],
    live: () => calls.live(),
    deskOf: () => DESK,
    givesBook: () => parts.switches.addresses,
    dial(number) {
      const call = calls.dial(number);
      otherSideOf(parts, call, () => parts.switches.pickUp);
      return call.callId;
    },
    command: (command, callId, _desk, to) => calls.command(command, callId, to),
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof ArchiveError)) throw error;
  throw new HttpProblem('archive_unavailable', error.message, { 'retry-after': '5' });
}

const MOST_BODY_BYTES = 64 * 1024;

const CallStart = Type.Object(
  {
    from: Type.Optional(
      Type.String({ description: 'The number that calls; not needed for anonymous and unknown.' }),
    ),
    to: Type.Optional(
      Type.String({ description: 'The number called; else the desk of the mock.' }),
    ),
    scenario: Type.Optional(
      Type.Enum([...SCENARIOS] as Scenario[], {
        type: 'string',
        description: 'Plays by itself; without one the call rings until something is done.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CallStart' },
);

interface MockRoutesOptions extends Stage {
  readonly cache: AddressCacheOfApp;
  readonly switches: Switches;
  /** Reads the stock again, if it can have changed, and fills the cache from it. */
  readonly fill: () => Promise<void>;
}

const about = describing('telephony mock', { access: 'reader', personal: true });

/** Plays the telephone network and the other people in the office. */
function mockRoutes(app: App, options: MockRoutesOptions): void {
  const { book, cache, calls, switches, fill } = options;
  // Thrown on, it reaches the one place where errors become answers.
  app.setErrorHandler((error) => {
    throw httpProblem(error);
  });

  app.post(
    '/api/mock/calls',
    about('Let somebody call', { body: CallStart, response: { 201: PhoneCall } }),
    async (request, reply) => {
      const start = await readObject(request.raw, MOST_BODY_BYTES, CallStart);
      return reply.code(201).send(startCall(options, start));
    },
  );

  const CallId = Type.Object({ id: Type.String() });
  app.post(
    '/api/mock/calls/:id/answer',
    about('Whoever is called answers', { params: CallId, response: { 200: PhoneCall } }),
    (request, reply) => reply.send(calls.pickUp(request.params.id)),
  );
  app.post(
    '/api/mock/calls/:id/hangup',
    about('The other side hangs up', { params: CallId, response: { 200: PhoneCall } }),
    (request, reply) => reply.send(calls.otherSideHangsUp(request.params.id)),
  );

  const Stock = Type.Object(
    { addresses: Type.Array(PhoneBookEntry), total: Type.Integer() },
    { title: 'Stock' },
  );
  app.get(
    '/api/mock/addresses',
    about('The stock: the global phone book', { response: { 200: Stock } }),
    (_request, reply) => reply.send({ addresses: book.entries, total: book.size }),
  );
  app.get(
    '/api/mock/addresses/:number',
    about('An entry, by its number in any spelling', {
      params: Type.Object({ number: Type.String() }),
      response: { 200: PhoneBookEntry },
    }),
    (request, reply) => {
      const entry = book.find(request.params.number);
      if (!entry) throw new HttpProblem('not_found', 'The phone book has no such number.');
      return reply.send(entry);
    },
  );

  app.get(
    '/api/mock/address-cache',
    about("The app's address cache", { response: { 200: AddressCache } }),
    (_request, reply) => reply.header('cache-control', 'no-store').send(cache.whole()),
  );
  app.route({
    ...about('Clear the address cache', {
      response: { 204: Type.Null({ description: 'Cleared.' }) },
    }),
    method: ['DELETE', 'POST'],
    url: '/api/mock/address-cache',
    handler(_request, reply) {
      cache.clear();
      return reply.code(204).send();
    },
  });
  app.post(
    '/api/mock/address-cache/fill',
    about('Fill the address cache from the stock', {
      response: { 204: Type.Null({ description: 'Filled.' }) },
    }),
    async (_request, reply) => {
      await fill();
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/mock/switches',
    about('What is switched on', { response: { 200: Switches } }),
    (_request, reply) => reply.header('cache-control', 'no-store').send(switches),
  );
  app.put(
    '/api/mock/switches',
    about('Switch parts on and off', { body: SwitchChange, response: { 200: Switches } }),
    async (request, reply) => {
      Object.assign(switches, await readObject(request.raw, MOST_BODY_BYTES, SwitchChange));
      return reply.send(switches);
    },
  );
}

/** What of the mock can be turned off, to see how a client does without. */
const Switches = Type.Object(
  {
    addresses: Type.Boolean({ description: 'Off: the command `addresses` is `unavailable`.' }),
    pickUp: Type.Boolean({
      description: 'Off: the other side of a dialled call does not answer by itself.',
    }),
  },
  { title: 'Switches', additionalProperties: false },
);
type Switches = Static<typeof Switches>;

const SwitchChange = Type.Partial(Switches, {
  additionalProperties: false,
  title: 'SwitchChange',
});

const ALL_ON: Readonly<Switches> = { addresses: true, pickUp: true };
