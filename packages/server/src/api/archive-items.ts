import type { IncomingMessage } from 'node:http';
import {
  Address,
  AddressChange,
  Call,
  CallChange,
  Caller,
  CourierList,
  CourierView,
  Job,
  JobChange,
  JobHistory,
  JobStatuses,
  LineQuestion,
  Lines,
  Summary,
  SummaryFilter,
} from '@hookline/contract';
import type { FastifyReply } from 'fastify';
import Type, { type Static, type TObject } from 'typebox';
import type { Archive } from '../archive/archive.ts';
import type { VersionPage } from '../archive/jobs/job-list.ts';
import { type App, describing, HttpProblem } from '../http/app.ts';
import { readObject } from '../http/json-body.ts';
import { withPlainDesks } from './desk-names.ts';
import { type Downloads, JSON_HEADERS, listItems, type Texts } from './downloads.ts';
import { MAX_LIMIT, NO_PARAMETERS, Query, timeOf } from './query.ts';

const Id = Type.Object({ id: Type.String({ description: 'As the list names it.' }) });
const Reference = Type.Object({
  reference: Type.String({ description: 'Any of its names, percent-encoded, a slash too.' }),
});

const about = describing('archive', { access: 'reader', personal: true });

/** Single records of the archive, and the changes a person makes to them. */
export function archiveItemRoutes(
  app: App,
  archive: Archive,
  maxBytes: number,
  downloads: Downloads,
): void {
  /** A change that says nothing but its circumstances changes nothing. */
  const changeIn = async <T extends TObject>(
    raw: IncomingMessage,
    schema: T,
  ): Promise<Static<T>> => {
    const change = await readObject(raw, maxBytes, schema);
    const names = Object.keys(schema.properties).filter((name) => !CIRCUMSTANCES.includes(name));
    if (names.some((name) => name in change)) return withPlainDesks(change);
    throw new HttpProblem('bad_request', `The body must have one of ${names.join(', ')}.`);
  };

  app.get(
    '/api/addresses/:id',
    about('An address', { params: Id, response: { 200: Address } }),
    async ({ params }, reply) => sendFound(reply, await archive.address(params.id)),
  );

  app.patch(
    '/api/addresses/:id',
    about('Change an address; what is left out stays as it is', {
      params: Id,
      body: AddressChange,
      response: { 200: Address },
    }),
    async ({ params, raw }, reply) => {
      const change = await changeIn(raw, AddressChange);
      return sendFound(reply, await archive.changeAddress(params.id, change));
    },
  );

  app.delete(
    '/api/addresses/:id',
    about('Delete an address; the next report of its number brings it back', {
      params: Id,
      response: { 204: Type.Null({ description: 'Deleted.' }) },
    }),
    async ({ params }, reply) => {
      if (!(await archive.deleteAddress(params.id))) throw missing();
      return reply.code(204).send();
    },
  );

  app.patch(
    '/api/calls/:id',
    about('Note something about a call, claim it, call back later, put it to a job, or settle it', {
      params: Id,
      body: CallChange,
      response: { 200: Call },
    }),
    async ({ params, raw }, reply) => {
      const change = await changeIn(raw, CallChange);
      // Held against the clock as text.
      const remindAt = change.remindAt ? timeOf(change.remindAt) : null;
      if (remindAt === undefined) throw new HttpProblem('bad_request', 'remindAt is no time.');
      const asked = change.remindAt === undefined ? change : { ...change, remindAt };
      return sendFound(reply, await archive.changeCall(params.id, asked));
    },
  );

  app.get(
    '/api/jobs/:reference',
    about('A job with all its versions, newest first', {
      params: Reference,
      response: { 200: JobHistory },
    }),
    async ({ params }, reply) => {
      const reference = params.reference;
      const read = (cursor: string | undefined) =>
        archive.job(reference, { limit: MAX_LIMIT, cursor });
      return downloads.send(reply, JSON_HEADERS, jobTexts(read));
    },
  );

  app.patch(
    '/api/jobs/:reference',
    about('Note something about a job, claim it, close it or open it again', {
      description: 'A job without a reference is named by its `id`.',
      params: Reference,
      body: JobChange,
      response: { 200: Job },
    }),
    async ({ params, raw }, reply) => {
      const change = await changeIn(raw, JobChange);
      return sendFound(reply, await archive.changeJob(params.reference, change));
    },
  );

  app.get(
    '/api/callers/:number',
    about('Who is calling: address, last calls and jobs of a number', {
      params: Type.Object({
        number: Type.String({ description: 'A phone number in any spelling.' }),
      }),
      response: { 200: Caller },
    }),
    async ({ params: { number } }, reply) => {
      // Nobody is called by it, and an answer about nobody would repeat it.
      if (number.includes('\0')) throw missing();
      return sendFound(reply, await archive.caller(number));
    },
  );

  app.post(
    '/api/lines',
    about(
      'The lines of phone numbers: equal ones are one line',
      {
        description:
          'For numbers that come from elsewhere, such as the phone book of a telephony app. In the body, because an address of a request ends up in the logs of proxies.',
        body: LineQuestion,
        response: { 200: Lines },
      },
      { right: 'read' },
    ),
    async ({ raw }, reply) => {
      const { numbers } = await readObject(raw, maxBytes, LineQuestion);
      return reply.send({ lines: await archive.lines(numbers) });
    },
  );

  app.get(
    '/api/archive/job-statuses',
    about('Every status that a job has now, with how many have it', {
      response: { 200: JobStatuses },
    }),
    async ({ query }, reply) => {
      new Query(query, NO_PARAMETERS);
      return sendFound(reply, await archive.jobStatuses());
    },
  );

  app.get(
    '/api/archive/summary',
    about('Events, jobs and calls in numbers', {
      querystring: SummaryFilter,
      response: { 200: Summary },
    }),
    async (request, reply) => {
      const since = new Query(request.query, SummaryFilter).since();
      if (since === undefined) throw new HttpProblem('bad_request', 'since is missing.');
      return sendFound(reply, await archive.summary(since));
    },
  );

  app.get(
    '/api/couriers',
    about('Every courier with state, vehicle, open jobs and last sign of life', {
      description:
        'Couriers by their addresses, and those whom only open jobs name. A job belongs to the courier with its phone line, else with its id for the courier, else with its name, if only one has it.',
      response: { 200: CourierList },
    }),
    async ({ query }, reply) => {
      new Query(query, NO_PARAMETERS);
      return sendFound(reply, await archive.couriers());
    },
  );

  app.get(
    '/api/couriers/:id',
    about('A courier with its open jobs', { params: Id, response: { 200: CourierView } }),
    async ({ params }, reply) => sendFound(reply, await archive.courier(params.id)),
  );
}

/** What says by whom, and what was there before. */
const CIRCUMSTANCES = ['by', 'from', 'noteWas'];

function sendFound(reply: FastifyReply, json: string | undefined): FastifyReply {
  if (json === undefined) throw missing();
  return reply.headers(JSON_HEADERS).send(json);
}

/** A `JobHistory`. A job may have more versions than fit into one text. */
async function* jobTexts(
  read: (cursor: string | undefined) => Promise<VersionPage | undefined>,
): AsyncGenerator<Texts> {
  let page = await read(undefined);
  if (!page) throw missing();
  yield [`{${page.now},"versions":[`, ...listItems(page.items, true)];
  while (page?.next != null) {
    page = await read(page.next);
    yield listItems(page?.items ?? [], false);
  }
  yield [']}'];
}

function missing(): HttpProblem {
  return new HttpProblem('not_found', 'The archive has no such record.');
}
