import {
  AddressCache,
  PhoneBookEntry,
  PhoneCall,
  SCENARIOS,
  type Scenario,
} from '@hookline/contract';
import Type, { type Static } from 'typebox';
import { type App, HttpProblem } from '../../../http/app.ts';
import { readObject } from '../../../http/json-body.ts';
import type { AddressCacheOfApp } from '../../address-cache.ts';
import { httpProblem } from '../../telephony-problem.ts';
import { type Stage, startCall } from './scenarios.ts';

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

export interface MockRoutesOptions extends Stage {
  readonly cache: AddressCacheOfApp;
  readonly switches: Switches;
  /** Reads the stock again, if it can have changed, and fills the cache from it. */
  readonly fill: () => Promise<void>;
}

/** Plays the telephone network and the other people in the office. */
export function mockRoutes(app: App, options: MockRoutesOptions): void {
  const { book, cache, calls, switches, fill } = options;
  const common = { config: { access: 'reader', personal: true } } as const;
  const describe = (summary: string, response: object, rest: object = {}) => ({
    tags: ['telephony mock'],
    summary,
    response,
    ...rest,
  });

  // Thrown on, it reaches the one place where errors become answers.
  app.setErrorHandler((error) => {
    throw httpProblem(error);
  });

  app.route({
    ...common,
    method: 'POST',
    url: '/api/mock/calls',
    schema: describe('Let somebody call', { 201: PhoneCall }, { body: CallStart }),
    async handler(request, reply) {
      const { from, to, scenario } = await readObject(request.raw, MOST_BODY_BYTES, CallStart);
      const call = startCall(options, {
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(scenario !== undefined && { scenario }),
      });
      return reply.code(201).send(call);
    },
  });

  const CallId = Type.Object({ id: Type.String() });
  app.route({
    ...common,
    method: 'POST',
    url: '/api/mock/calls/:id/answer',
    schema: describe('Whoever is called answers', { 200: PhoneCall }, { params: CallId }),
    handler: (request, reply) => reply.send(calls.pickUp((request.params as { id: string }).id)),
  });
  app.route({
    ...common,
    method: 'POST',
    url: '/api/mock/calls/:id/hangup',
    schema: describe('The other side hangs up', { 200: PhoneCall }, { params: CallId }),
    handler: (request, reply) =>
      reply.send(calls.otherSideHangsUp((request.params as { id: string }).id)),
  });

  const Stock = Type.Object(
    { addresses: Type.Array(PhoneBookEntry), total: Type.Integer() },
    { title: 'Stock' },
  );
  app.route({
    ...common,
    method: 'GET',
    url: '/api/mock/addresses',
    schema: describe('The stock: the global phone book', { 200: Stock }),
    handler: (_request, reply) => reply.send({ addresses: book.entries, total: book.size }),
  });
  app.route({
    ...common,
    method: 'GET',
    url: '/api/mock/addresses/:number',
    schema: describe(
      'An entry, by its number in any spelling',
      { 200: PhoneBookEntry },
      { params: Type.Object({ number: Type.String() }) },
    ),
    handler(request, reply) {
      const entry = book.find((request.params as { number: string }).number);
      if (!entry) throw new HttpProblem('not_found', 'The phone book has no such number.');
      return reply.send(entry);
    },
  });

  app.route({
    ...common,
    method: 'GET',
    url: '/api/mock/address-cache',
    schema: describe("The app's address cache", { 200: AddressCache }),
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send(cache.whole()),
  });
  app.route({
    ...common,
    method: ['DELETE', 'POST'],
    url: '/api/mock/address-cache',
    schema: describe('Clear the address cache', { 204: Type.Null({ description: 'Cleared.' }) }),
    handler(_request, reply) {
      cache.clear();
      return reply.code(204).send();
    },
  });
  app.route({
    ...common,
    method: 'POST',
    url: '/api/mock/address-cache/fill',
    schema: describe('Fill the address cache from the stock', {
      204: Type.Null({ description: 'Filled.' }),
    }),
    async handler(_request, reply) {
      await fill();
      return reply.code(204).send();
    },
  });

  app.route({
    ...common,
    method: 'GET',
    url: '/api/mock/switches',
    schema: describe('What is switched on', { 200: Switches }),
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send(switches),
  });
  app.route({
    ...common,
    method: 'PUT',
    url: '/api/mock/switches',
    schema: describe('Switch parts on and off', { 200: Switches }, { body: SwitchChange }),
    async handler(request, reply) {
      Object.assign(switches, await readObject(request.raw, MOST_BODY_BYTES, SwitchChange));
      return reply.send(switches);
    },
  });
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

export const ALL_ON: Readonly<Switches> = { addresses: true, pickUp: true };
