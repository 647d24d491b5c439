import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openStore } from '../../src/archive/engine/store/store.ts';
import { NoArchive } from '../../src/archive/threads/create-archive.ts';
import { presetConfig } from '../../src/config/load.ts';
import { createServer } from '../../src/server.ts';
import { runClosed } from '../access/closed-server.ts';
import { HONEST_CALL } from '../soap/messages.ts';
import { ArchiveDouble } from '../support/archive-double.ts';
import { DATABASES, type DatabaseKind, databaseWithTables } from '../support/databases.ts';
import { type RunningServer, runServer } from '../support/running-server.ts';
import { temporaryFolder, WrittenArchive } from '../support/written-archive.ts';

type Schema = Readonly<Record<string, unknown>>;
type Contents = Readonly<Record<string, { readonly schema: Schema }>>;
type Responses = Readonly<Record<string, { readonly content?: Contents }>>;

interface Operation {
  readonly responses: Responses;
  readonly security?: readonly object[];
}

interface Question {
  /** As OpenAPI writes it. */
  readonly path: string;
  readonly method?: string;
  /** Stands for the parameter in the path. */
  readonly name?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly status: number;
}

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
});

/** The schema as it is meant: what it does not name is not there. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)]);
  const isOpen = !('properties' in schema) || 'additionalProperties' in schema;
  return Object.fromEntries([...parts, ...(isOpen ? [] : [['additionalProperties', false]])]);
}

/** What stands under a name, where the name stands. */
function inPlace(value: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => inPlace(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { readonly $ref?: string };
  if ($ref !== undefined)
    return inPlace(schemas[$ref.replace('#/components/schemas/', '')], schemas);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, inPlace(part, schemas)]),
  );
}

function expectAs(schema: Schema, value: unknown, name: string): void {
  const validate = ajv.compile(closed(schema) as Schema);
  expect(validate(value) || validate.errors, `${name}: ${JSON.stringify(value)}`).toBe(true);
}

/** Asks a server what its OpenAPI document lists, and holds the answers against it. */
class Examiner {
  readonly #url: string;
  readonly #paths: Readonly<Record<string, Record<string, Operation>>>;
  /** Every answer that was seen, as `GET /api/calls 200`. */
  readonly seen = new Set<string>();

  static async of(url: string, headers: Record<string, string> = {}): Promise<Examiner> {
    const { paths, components } = await (
      await fetch(`${url}/api/openapi.json`, { headers })
    ).json();
    return new Examiner(url, inPlace(paths, components.schemas) as Examiner['paths']);
  }

  private constructor(url: string, paths: Examiner['paths']) {
    this.#url = url;
    this.#paths = paths;
  }

  get paths() {
    return this.#paths;
  }

  /** Every operation there is, as `GET /api/calls`. */
  get operations(): string[] {
    return Object.entries(this.#paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** What an operation promises for a status. */
  promised(operation: string, status: number): Contents | undefined {
    const [method = '', path = ''] = operation.split(' ');
    const responses = this.#paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const answer = responses[status] ?? responses[`${String(status)[0]}XX`];
    expect(answer, `${operation} promises nothing for ${status}`).toBeDefined();
    this.seen.add(`${operation} ${status}`);
    return answer?.content;
  }

  /** The answer as JSON, or as text if it is something else. */
  async ask<T = unknown>({ path, method = 'GET', name, query, ...request }: Question): Promise<T> {
    const operation = `${method} ${path}`;
    const target = path
      .replace('{channel}', 'jobs')
      .replace(/\{\w+\}/, encodeURIComponent(name ?? ''));
    const { body, headers = {} } = request;
    const answer = await fetch(`${this.#url}${target}${query ?? ''}`, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
    // A stream has no end to wait for.
    const text = type === 'text/event-stream' ? '' : await answer.text();
    if (type === 'text/event-stream') await answer.body?.cancel();
    expect(answer.status, `${operation} ${text}`).toBe(request.status);
    return this.judge(operation, { status: answer.status, type, text }) as T;
  }

  /** Holds an answer against what is promised; gives its JSON, or its text if it is no JSON. */
  judge(operation: string, answer: { status: number; type: string; text: string }): unknown {
    const { status, type, text } = answer;
    const title = `${operation} ${status}`;
    const contents = this.promised(operation, status);
    if (contents === undefined) {
      expect(text, title).toBe('');
      return undefined;
    }
    const content = contents[type];
    expect(Object.keys(contents), title).toContain(type);
    if (type === 'application/x-ndjson') this.#expectLines(contents, text, title);
    if (!content || !/[/+]json$/.test(type)) return text;
    const json = JSON.parse(text);
    expectAs(content.schema, json, title);
    return json;
  }

  /** Each line is an item of the list. */
  #expectLines(contents: Contents, text: string, title: string): void {
    const page = contents['application/json']?.schema as { properties: { items: Schema } };
    const lines = text.trim().split('\n');
    expectAs(
      page.properties.items,
      lines.map((line) => JSON.parse(line)),
      title,
    );
  }
}

const NUMBER = '030 23125-100';
const CALL = { direction: 'in', state: 'ended', from: NUMBER, to: '21' };

/** A server whose archive has something of every kind, with all there is to know of it. */
async function runFilled(kind: DatabaseKind): Promise<RunningServer & { written: WrittenArchive }> {
  const written = new WrittenArchive(await databaseWithTables(kind), temporaryFolder());
  const running = await runServer(
    { 'app.profiles': ['mock'], 'app.server.max-connections-per-address': 0 },
    { archive: written.archive, now: () => Date.parse('2026-03-01T09:00:00.000Z') },
  );
  const { post } = running;
  const bodies: [string, unknown][] = [
    ['/api/webhook', { any: [1.0, null, NUMBER] }],
    ['/api/webhook/kunden', { telefon: NUMBER, name: 'Süß', handy2: '0171 39200-12', ort: 'Ulm' }],
    ['/api/webhook/kunden', { name: 'without a number', nested: { a: [1] } }],
    ['/api/webhook/kuriere', { mobil: '0171 39200-10', name: 'Rast', rolle: 'fahrer' }],
    ['/api/webhook/jobs', { jobId: 'A/1', status: 'new', customer_phone: NUMBER }],
    [
      '/api/webhook/jobs',
      {
        jobId: 'A/1',
        status: 'picked up',
        pickup: { name: 'Labor', address: 'Weg 1, 89073 Ulm', phone: '0731 22', note: 'Tor' },
        dropoff: { name: 'Süß', phone: NUMBER },
        courier: { name: 'Rast', phone: '0171 39200-10' },
        pickupBy: '2026-03-01T08:30:00Z',
        deliverBy: '2026-03-02',
      },
    ],
    ['/api/webhook/jobs', { status: 'a word that nobody knows', about: NUMBER }],
    ['/api/addresses', { addresses: [{ number: '030 23125-101', name: 'Phone book' }, 'nobody'] }],
    ['/api/calls', { ...CALL, callId: 'missed', startedAt: '2026-03-01T08:00:00Z' }],
    [
      '/api/calls',
      {
        calls: [
          { ...CALL, callId: 'talk', startedAt: '2026-03-01T08:10:00Z', state: 'ringing' },
          {
            ...CALL,
            callId: 'talk',
            startedAt: '2026-03-01T08:10:00Z',
            answeredAt: '2026-03-01T08:10:05Z',
            endedAt: '2026-03-01T08:11:00Z',
            note: 'calls back',
          },
          { direction: 'in', from: 'anonymous', anything: { else: true } },
        ],
      },
    ],
  ];
  for (const [path, body] of bodies) {
    const answer = await post(path, JSON.stringify(body));
    expect(answer.status, await answer.text()).toBe(202);
  }
  expect((await post('/api/webhook', 'no JSON')).status).toBe(400);
  await written.settled();
  const store = openStore(written.url, 'write');
  const at = '2026-03-01T08:00:00.000Z';
  const content = JSON.stringify({ telefon: NUMBER });
  await store.db
    .insertInto('dead_letters')
    .values({ id: randomUUID(), at, kind: 'kunden', reason: 'too odd', content })
    .execute();
  await store.close();
  return { ...running, written };
}

describe.each(DATABASES)('%s', (kind) => {
  test('[AR10] [OB] every endpoint answers what OpenAPI promises, and nothing else', async () => {
    const { url, written } = await runFilled(kind);
    const examiner = await Examiner.of(url);
    const ask = <T = unknown>(question: Question) => examiner.ask<T>(question);
    type List = { items: { id: string; reference: string | null; next: string | null }[] };

    // Lists, in every form.
    const lists = ['/api/addresses', '/api/calls', '/api/jobs', '/api/archive/events'];
    for (const path of lists) {
      const { items } = await ask<List>({ path, status: 200 });
      expect(items.length, path).toBeGreaterThan(1);
      await ask({ path, query: '?limit=1', status: 200 });
      await ask({ path, query: '?format=ndjson', status: 200 });
      await ask({ path, headers: { accept: 'text/csv' }, status: 200 });
      await ask({ path, query: '?no=parameter', status: 400 });
      await ask({ path, query: '?cursor=bad', status: 400 });
    }
    await ask({ path: '/api/addresses', query: '?format=vcard', status: 200 });
    await ask({ path: '/api/addresses', query: '?q=suess&role=customer', status: 200 });
    await ask({ path: '/api/calls', query: '?missed=true&settled=false', status: 200 });
    await ask({ path: '/api/jobs', query: '?class=underway&late=false&sort=due', status: 200 });
    await ask({ path: '/api/archive/events', query: '?channel=generic', status: 200 });

    // Single records, and changes to them.
    const { items: found } = await ask<List>({
      path: '/api/addresses',
      query: `?number=${NUMBER}`,
      status: 200,
    });
    const id = found[0]?.id ?? '';
    const address = { path: '/api/addresses/{id}', name: id };
    await ask({ ...address, status: 200 });
    const change = { name: null, roles: ['courier'], fields: { a: { b: 1 } } };
    const numbers = { add: ['030 23125-102'], remove: ['0171 39200-12'] };
    const body = { ...change, numbers };
    await ask({ ...address, method: 'PATCH', body, status: 200 });
    const signed = { name: 'Süß GmbH', by: 'Platz 21' };
    const corrected = await ask({ ...address, method: 'PATCH', body: signed, status: 200 });
    expect(corrected).toMatchObject({ correctedBy: { desk: 'Platz 21' } });
    await ask({ ...address, method: 'PATCH', body: { by: 'Platz 21' }, status: 400 });
    await ask({ ...address, method: 'PATCH', body: { number: '030 23125-101' }, status: 409 });
    await ask({ ...address, method: 'PATCH', body: { nothing: 1 }, status: 400 });
    const calls = await ask<List>({ path: '/api/calls', status: 200 });
    const call = { path: '/api/calls/{id}', name: calls.items[0]?.id ?? '', method: 'PATCH' };
    await ask({ ...call, body: { note: 'a\nb', settled: true }, status: 200 });
    const later = { attempted: true, remindAt: '2026-03-01T15:00:00+01:00', by: 'Platz 21' };
    const put = await ask({ ...call, body: { ...later, job: 'A/1', contact: 'a' }, status: 200 });
    expect(put).toMatchObject({ remindAt: '2026-03-01T14:00:00.000Z', job: 'A/1' });
    await ask({ path: '/api/calls', query: '?job=A/1', status: 200 });
    await ask({ ...call, body: { job: 'nobody' }, status: 404 });
    for (const remindAt of ['14:00', '2026-03-01T14:00:60Z']) {
      await ask({ ...call, body: { remindAt, by: 'Platz 21' }, status: 400 });
    }
    for (const unsigned of [{ attempted: true }, { remindAt: null }]) {
      await ask({ ...call, body: unsigned, status: 400 });
    }
    await ask({ ...call, body: {}, status: 400 });
    const job = { path: '/api/jobs/{reference}', name: 'A/1', method: 'PATCH' };
    const desk = { by: 'Platz 21' };
    for (const one of [call, job]) {
      const claim = { claimedBy: 'Platz 21', note: 'a\nb', ...desk };
      await ask({ ...one, body: claim, status: 200 });
      await ask({ ...one, body: { claimedBy: 'Platz 22', by: 'Platz 22' }, status: 409 });
      await ask({ ...one, body: { claimedBy: 'Platz\t22', by: 'Platz 22' }, status: 400 });
      await ask({ ...one, name: 'nobody', body: claim, status: 404 });
    }
    await ask({ ...call, body: { settled: true, ...desk }, status: 200 });
    await ask({ ...job, body: { closed: true, ...desk }, status: 200 });
    await ask({ path: '/api/jobs', query: '?claimedBy=Platz%2021&sort=due', status: 200 });
    await ask({ path: '/api/calls', query: '?claimedBy=Platz%2021', status: 200 });
    await ask({ path: '/api/couriers', query: '?open=true', status: 400 });
    const couriers = await ask<List>({ path: '/api/couriers', status: 200 });
    for (const { id: one } of couriers.items) {
      await ask({ path: '/api/couriers/{id}', name: one ?? '', status: 200 });
    }
    expect(couriers.items.length).toBeGreaterThan(0);
    for (const path of ['/api/addresses/{id}', '/api/couriers/{id}', '/api/jobs/{reference}']) {
      await ask({ path, name: 'nobody', status: 404 });
    }
    await ask({ path: '/api/jobs/{reference}', name: 'A/1', status: 200 });
    for (const name of [NUMBER, '030 23125-103', 'nobody']) {
      await ask({ path: '/api/callers/{number}', name, status: 200 });
    }
    const lines = { path: '/api/lines', method: 'POST' };
    await ask({ ...lines, body: { numbers: [NUMBER, '21', 'nobody'] }, status: 200 });
    await ask({ ...lines, body: { numbers: [1] }, status: 400 });
    await ask({ path: '/api/archive/summary', query: '?since=2026-01-01', status: 200 });
    await ask({ path: '/api/archive/summary', status: 400 });
    await ask({ path: '/api/archive/job-statuses', status: 200 });
    await ask({ path: '/api/archive/job-statuses', query: '?open=true', status: 400 });
    for (const list of ['addresses', 'calls', 'jobs', 'events']) {
      await ask({ path: `/api/archive/counts/${list}`, status: 200 });
      await ask({ path: `/api/archive/counts/${list}`, query: '?limit=1', status: 400 });
    }

    // What is said about senders.
    const mapping = { path: '/api/mappings/{sender}/{channel}', name: 'unbekannt' };
    const rules = [{ ignore: { path: 'about', is: NUMBER } }, { target: 'status', path: 'state' }];
    await ask({ ...mapping, method: 'PUT', body: { rules, by: 'Platz 21' }, status: 200 });
    const preview = { ...mapping, path: `${mapping.path}/preview`, method: 'POST' };
    await ask({ ...preview, body: { rules }, status: 200 });
    await ask({ ...preview, body: { rules: [{ target: 'nothing', path: 'a' }] }, status: 400 });
    const stale = { headers: { 'if-match': '"7"' }, body: { rules: [] }, method: 'PUT' };
    await ask({ ...mapping, ...stale, status: 412 });
    await ask({ ...mapping, name: 'No/Sender', status: 404 });
    await ask({ ...mapping, status: 200 });
    await ask({ path: '/api/mappings', status: 200 });
    const assign = { path: '/api/mappings/unbekannt/{channel}/assign', method: 'POST' };
    await ask({ ...assign, body: { to: 'erp', until: '2026-01-01T00:00:00.000Z' }, status: 200 });
    await ask({ ...assign, body: { to: 'unbekannt' }, status: 400 });

    // What comes in.
    for (const path of ['', '/kunden', '/kuriere', '/jobs'].map((end) => `/api/webhook${end}`)) {
      await ask({ path, method: 'POST', body: { a: 1 }, status: 202 });
      await ask({ path, method: 'POST', body: '', status: 400 });
    }
    for (const path of ['/api/addresses', '/api/calls']) {
      await ask({ path, method: 'POST', body: [{}, 1], status: 202 });
      await ask({ path, method: 'POST', body: '{', status: 400 });
    }
    const events = { path: '/api/webhook/events' };
    await ask({ ...events, status: 200 });
    await ask({ ...events, method: 'HEAD', status: 200 });
    await ask({ ...events, query: '?channel=none', status: 400 });
    const history = await ask<unknown[]>({ path: '/api/webhook/history', status: 200 });
    await ask({ path: '/api/webhook/history/ids', status: 200 });
    expect(history.length).toBeGreaterThan(5);
    const refused = await ask<unknown[]>({ path: '/api/webhook/rejections', status: 200 });
    expect(refused.length).toBeGreaterThan(1);
    await ask({ path: '/api/sources', status: 200 });
    await ask({ path: '/api/sources/test', method: 'POST', status: 202 });

    // Privacy.
    await written.settled();
    const exported = await ask<Record<string, unknown[]>>({
      path: '/api/privacy/export',
      method: 'POST',
      body: { number: NUMBER },
      status: 200,
    });
    for (const [list, items] of Object.entries(exported)) {
      expect(items.length, list).toBeGreaterThan(0);
    }
    const erase = { path: '/api/privacy/erase', method: 'POST' };
    await ask({ ...erase, body: { number: NUMBER, suppress: true }, status: 200 });
    for (const path of ['/api/privacy/export', '/api/privacy/erase']) {
      await ask({ path, method: 'POST', body: { number: 'nobody' }, status: 400 });
    }
    const other = await ask<List>({ path: '/api/addresses', status: 200 });
    await ask({ ...mapping, method: 'DELETE', status: 200 });
    const gone = { path: address.path, name: other.items[0]?.id ?? '', method: 'DELETE' };
    await ask({ ...gone, status: 204 });
    await ask({ ...gone, status: 404 });
    await ask({ path: '/api/webhook/history', method: 'DELETE', status: 204 });

    // Operators, documents, session, SOAP.
    for (const path of ['/healthz', '/readyz', '/metrics', '/api/telephony', '/api/session']) {
      await ask({ path, status: 200 });
    }
    for (const path of ['/api/openapi.json', '/api/asyncapi.json'])
      await ask({ path, status: 200 });
    await ask({ path: '/api/session', method: 'POST', body: { passwort: '' }, status: 400 });
    await ask({ path: '/api/session', method: 'DELETE', status: 204 });
    const soap = { path: '/soap/server1' };
    await ask({ ...soap, status: 200 });
    await ask({ ...soap, query: '?wsdl', status: 200 });
    await ask({ ...soap, method: 'POST', body: HONEST_CALL, status: 200 });
    await ask({ ...soap, method: 'POST', body: '<odd/>', status: 500 });

    // The telephony mock.
    const started = await ask<{ callId: string }>({
      path: '/api/mock/calls',
      method: 'POST',
      body: { from: '030 23125-101' },
      status: 201,
    });
    await ask({ path: '/api/mock/calls', method: 'POST', body: { form: 1 }, status: 400 });
    for (const what of ['answer', 'hangup']) {
      const path = `/api/mock/calls/{id}/${what}`;
      await ask({ path, name: started.callId, method: 'POST', status: 200 });
      await ask({ path, name: 'nobody', method: 'POST', status: 404 });
    }
    type Stock = { addresses: { number: string }[] };
    const stock = await ask<Stock>({ path: '/api/mock/addresses', status: 200 });
    const entry = { path: '/api/mock/addresses/{number}' };
    await ask({ ...entry, name: stock.addresses[0]?.number ?? '', status: 200 });
    await ask({ ...entry, name: 'nobody', status: 404 });
    const cache = { path: '/api/mock/address-cache' };
    await ask({ path: `${cache.path}/fill`, method: 'POST', status: 204 });
    await ask({ ...cache, status: 200 });
    await ask({ ...cache, method: 'POST', status: 204 });
    await ask({ ...cache, method: 'DELETE', status: 204 });
    await ask({ ...cache, status: 200 });
    const switches = { path: '/api/mock/switches' };
    await ask({ ...switches, status: 200 });
    await ask({ ...switches, method: 'PUT', body: { pickUp: false }, status: 200 });
    await ask({ ...switches, method: 'PUT', body: { pickUp: 1 }, status: 400 });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    onTestFinished(() => socket.terminate());
    const [{ statusCode }] = await once(socket, 'upgrade');
    examiner.promised('GET /ws', statusCode);

    const isSuccess = (answer: string) => / [12]\d\d$/.test(answer);
    const asked = [...examiner.seen].filter(isSuccess).map((answer) => answer.slice(0, -4));
    // Without a password nobody can log in; the next test does.
    const others = examiner.operations.filter((operation) => operation !== 'POST /api/session');
    expect(others.filter((operation) => !asked.includes(operation))).toEqual([]);
  });
});

test('[SE1] [OB] a login, and what is refused without one, is as OpenAPI promises', async () => {
  const { url, logIn, cookie } = await runClosed({ 'app.profiles': ['mock'] });
  const session = { cookie: await cookie() };
  const examiner = await Examiner.of(url, session);
  const { status } = await logIn();
  expect(status).toBe(204);
  expect(examiner.promised('POST /api/session', status)).toBeUndefined();
  await examiner.ask({ path: '/api/session', headers: session, status: 200 });
  const wrong = { path: '/api/session', method: 'POST', body: { password: 'wrong' } };
  await examiner.ask({ ...wrong, status: 401 });
  for (const operation of examiner.operations) {
    const [method = '', path = ''] = operation.split(' ');
    const { security } = examiner.paths[path]?.[method.toLowerCase()] ?? {};
    // A socket is asked for in another way, and HEAD has no body.
    const isClosed = security?.some((way) => 'session' in way);
    if (!isClosed || path === '/ws' || method === 'HEAD') continue;
    await examiner.ask({ path, method, name: 'x', status: 401 });
  }
});

test('[AR2] [OB] without an archive every endpoint of it answers the 503 that OpenAPI promises', async () => {
  const { url, server } = await runServer({}, { archive: new NoArchive() });
  const examiner = await Examiner.of(url);
  const bodies: Readonly<Record<string, unknown>> = {
    '/api/addresses/{id}': { name: 'x' },
    '/api/calls/{id}': { note: 'x' },
    '/api/jobs/{reference}': { note: 'x', by: 'Platz 21' },
    '/api/lines': { numbers: [] },
    '/api/mappings/{sender}/{channel}': { rules: [] },
    '/api/mappings/{sender}/{channel}/preview': { rules: [] },
    '/api/mappings/unbekannt/{channel}/assign': { to: 'erp' },
    '/api/privacy/export': { number: NUMBER },
    '/api/privacy/erase': { number: NUMBER },
  };
  // Senders and history are in memory as well, and reports do not wait for the archive.
  const others = /^(\w+ \/api\/(sources|webhook)\b.*|POST \/api\/(addresses|calls))$/;
  const archive = [...server.routes].filter(
    ({ personal, method, url: route }) =>
      personal && method !== 'HEAD' && !others.test(`${method} ${route}`),
  );
  expect(archive.length).toBeGreaterThan(10);
  for (const { url: route, method } of archive) {
    const path = route.replace(/:(\w+)/g, '{$1}');
    const query = path === '/api/archive/summary' ? '?since=2026-01-01' : '';
    const body = method === 'GET' || method === 'DELETE' ? undefined : bodies[path];
    await examiner.ask({ path, method, name: 'x', query, body, status: 503 });
  }
});

test('[OB] before it runs /readyz answers the 503 that OpenAPI promises', async () => {
  const examiner = await Examiner.of((await runServer()).url);
  const { app } = createServer(presetConfig(), { archive: ArchiveDouble.with({}) });
  onTestFinished(() => app.close());
  const { statusCode: status, body: text } = await app.inject('/readyz');
  expect(status).toBe(503);
  examiner.judge('GET /readyz', { status, type: 'application/json', text });
});
