import { expect, test } from 'vitest';
import { ArchiveError } from '../../src/archive/engine/archive-error.ts';
import { runServer } from '../support/running-server.ts';
import { shared } from '../support/shared.ts';
import { runWith } from './recording-archive.ts';

const withoutAnswers = shared((whenOver) => runServer({}, {}, whenOver));

const ID = '0197f0c4-0000-7000-8000-000000000001';
const ITEM = '{"id":"1", "fields":{"n":1.0}}';

const JOB = { now: '"reference":"A-1","late":false', items: [ITEM], next: null };
const asIs = () => ITEM;
const asJob = () => `{"reference":"A-1","late":false,"versions":[${ITEM}]}`;

test.each([
  { path: '/api/addresses/', method: 'address', found: ITEM, expected: asIs },
  { path: '/api/jobs/', method: 'job', found: JOB, expected: asJob },
  { path: '/api/callers/', method: 'caller', found: ITEM, expected: asIs },
])('[AR10] GET $path{name} answers the text of the archive', async (asking) => {
  const { path, method, found, expected } = asking;
  const asked: string[] = [];
  const { url } = await runWith({
    [method]: async (name: string) => {
      asked.push(name);
      return found;
    },
  });
  const names = [ID, 'A/17 b', '50%', '+49 (0)30 23125-001', 'ä?#&=', '..', 'a%2Fb', "';--"];
  for (const name of names) {
    // The address of a request has no way to say `..` but in code.
    const encoded = name === '..' ? '%2E%2E%2F' : encodeURIComponent(name);
    const answer = await fetch(url + path + encoded);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe(expected());
  }
  expect(asked).toEqual(names.map((name) => (name === '..' ? '../' : name)));
});

test('[AR10] all versions of a job come, however many pages they take', async () => {
  const pages = [['1', '2'], [], ['3.0']];
  const { url } = await runWith({
    async job(_reference, { cursor = '0' }) {
      const next = Number(cursor) + 1;
      return {
        now: '"reference":"A-1"',
        items: pages[Number(cursor)] ?? [],
        next: next < pages.length ? `${next}` : null,
      };
    },
  });
  const answer = await fetch(`${url}/api/jobs/A-1`);
  expect(await answer.text()).toBe('{"reference":"A-1","versions":[1,2,3.0]}');
});

test('[AR10] what the archive does not have is 404', async () => {
  const { url } = await runWith({
    address: async () => undefined,
    job: async () => undefined,
    changeAddress: async () => undefined,
    changeCall: async () => undefined,
    deleteAddress: async () => false,
  });
  const requests: [string, RequestInit][] = [
    [`/api/addresses/${ID}`, {}],
    [`/api/addresses/${ID}`, { method: 'PATCH', body: '{"name":"x"}' }],
    [`/api/addresses/${ID}`, { method: 'DELETE' }],
    [`/api/calls/${ID}`, { method: 'PATCH', body: '{"note":"x"}' }],
    ['/api/jobs/none', {}],
    ['/api/jobs/a%00b', {}],
    ['/api/callers/%00', {}],
  ];
  for (const [path, init] of requests) {
    const answer = await fetch(url + path, init);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
});

test('[AR10] PATCH hands the change on and answers what came of it', async () => {
  const changes: unknown[] = [];
  const change = async (...parameters: unknown[]) => {
    changes.push(parameters);
    return ITEM;
  };
  const { url } = await runWith({ changeAddress: change, changeCall: change });
  const address = {
    name: null,
    number: '030 23125-001',
    fields: { street: 'Torstr. 1', old: null, deep: { a: [1] } },
    roles: ['customer', 'courier'],
    numbers: { add: ['0171 39200-11', '21'], remove: ['+49 30 23125 002'] },
  };
  const call = { note: 'rief zurück', settled: true };
  const patch = async (path: string, body: unknown) => {
    const answer = await fetch(url + path, { method: 'PATCH', body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(ITEM);
  };
  await patch(`/api/addresses/${ID}`, address);
  await patch(`/api/calls/${ID}`, call);
  await patch(`/api/calls/${ID}`, { note: null });
  expect(changes).toEqual([
    [ID, address],
    [ID, call],
    [ID, { note: null }],
  ]);
});

test.each([
  ['addresses', '{"name":1}', 'name'],
  ['addresses', '{"number":null}', 'number'],
  ['addresses', '{"number":""}', 'number'],
  ['addresses', '{"fields":[]}', 'fields'],
  ['addresses', '{"fields":null}', 'fields'],
  ['addresses', '{"roles":"customer"}', 'roles'],
  ['addresses', '{"roles":["boss"]}', 'roles'],
  ['addresses', '{"numbers":["21"]}', 'numbers'],
  ['addresses', '{"numbers":{}}', 'numbers'],
  ['addresses', '{"numbers":{"add":"21"}}', 'numbers/add'],
  ['addresses', '{"numbers":{"add":[""]}}', 'numbers/add/0'],
  ['addresses', '{"numbers":{"remove":[21]}}', 'numbers/remove/0'],
  ['addresses', '{"numbers":{"set":["21"]}}', 'set'],
  ['addresses', `{"numbers":{"add":[${Array(51).fill('"21"')}]}}`, 'numbers/add'],
  ['addresses', '{"e164":"x","display":"y"}', 'e164, display'],
  ['addresses', '{"__proto__":1}', '__proto__'],
  ['addresses', '{}', 'The body'],
  ['addresses', '{"by":"Platz 21"}', 'name, number, fields, roles, numbers'],
  ['addresses', '{"name":"x","by":null}', 'by'],
  ['addresses', '{"name":"x","claimedBy":"Platz 21","by":"Platz 21"}', 'claimedBy'],
  ['addresses', '[]', 'The body'],
  ['addresses', 'null', 'The body'],
  ['calls', '{"note":5}', 'note'],
  ['calls', '{"settled":"yes"}', 'settled'],
  ['calls', '{"settled":null}', 'settled'],
  ['calls', '{"missed":true}', 'missed'],
  ['calls', '{"note":"x","name":"y"}', 'name'],
  ['calls', '{"claimedBy":"Platz 21"}', 'by'],
  ['calls', '{"by":"Platz 21"}', 'note, settled, attempted, remindAt, job, contact, claimedBy'],
  ['calls', '{"settled":true,"by":"Platz\\n21"}', 'by'],
  ['calls', '{"note":"x","by":"y","from":"z"}', 'claimedBy'],
  ['jobs', '{"note":"x"}', 'by'],
  ['jobs', '{"by":"Platz 21"}', 'The body'],
  ['jobs', '{"by":"Platz 21","from":"Platz 22"}', 'The body'],
  ['jobs', '{"by":"Platz 21","closed":null}', 'closed'],
  ['jobs', '{"by":"Platz 21","settled":true}', 'settled'],
  ['jobs', `{"by":"Platz 21","note":"${'x'.repeat(10_001)}"}`, 'note'],
])('[AR10] [DI2] PATCH of %s with %s is 400 and says why', async (kind, body, word) => {
  const { url } = await withoutAnswers();
  const answer = await fetch(`${url}/api/${kind}/${ID}`, { method: 'PATCH', body });
  expect(answer.status).toBe(400);
  const { code, detail } = await answer.json();
  expect(code).toBe('bad_request');
  expect(detail).toContain(word);
});

test.each([
  ['', 'empty_body', 400],
  ['{', 'invalid_json', 400],
  [`{"note":"${'x'.repeat(131_072)}"}`, 'payload_too_large', 413],
])('[AR10] PATCH with a body that is none is refused', async (body, code, status) => {
  const { url } = await withoutAnswers();
  const answer = await fetch(`${url}/api/calls/${ID}`, { method: 'PATCH', body });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code });
});

test('[DI2] PATCH hands over who does what, under a plain name', async () => {
  const changes: unknown[] = [];
  const change = async (...parameters: unknown[]) => {
    changes.push(parameters);
    return ITEM;
  };
  const { url } = await runWith({
    changeAddress: change,
    changeCall: change,
    changeJob: change,
  });
  // A name of 64 emoji is one of 64 characters; umlauts of a Mac are two signs each.
  const [long, desk] = ['🛵'.repeat(64), ' Platz 21,\u00a0Ju\u0308rgen '];
  const body = { claimedBy: desk, by: desk, from: long, note: ' x ' };
  const plain = 'Platz 21,\u00a0Jürgen';
  const handed = { claimedBy: plain, by: plain, from: long, note: ' x ' };
  for (const path of [`/api/calls/${ID}`, `/api/jobs/A%2F1`]) {
    for (const sent of [body, { claimedBy: null, by: desk }]) {
      const answer = await fetch(url + path, { method: 'PATCH', body: JSON.stringify(sent) });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(ITEM);
    }
  }
  const released = { claimedBy: null, by: plain };
  const corrected = await fetch(`${url}/api/addresses/${ID}`, {
    method: 'PATCH',
    body: JSON.stringify({ name: ' x ', by: desk }),
  });
  expect(corrected.status).toBe(200);
  expect(changes).toEqual([
    [ID, handed],
    [ID, released],
    ['A/1', handed],
    ['A/1', released],
    [ID, { name: ' x ', by: plain }],
  ]);
});

test('[DI2] a desk has a short name on one line, or none at all', async () => {
  const { url } = await withoutAnswers();
  const patch = async (path: string, change: object) => {
    const answer = await fetch(url + path, { method: 'PATCH', body: JSON.stringify(change) });
    expect(answer.status).toBe(400);
    return (await answer.json()).detail;
  };
  for (const desk of [
    '',
    ' \u00a0',
    'x'.repeat(65),
    'x'.repeat(100_000),
    'Platz\t21',
    'Platz\0',
    '\u001b[31mPlatz',
    'Platz\u2028 21',
    // It would turn around what stands beside it.
    '\u202e12 ztalP',
    '\ud800',
  ]) {
    const by = 'Platz 21';
    expect(await patch('/api/jobs/7', { by: desk, closed: true })).toMatch(/^by /);
    expect(await patch('/api/jobs/7', { by, claimedBy: desk })).toMatch(/^claimedBy /);
    expect(await patch(`/api/addresses/${ID}`, { by: desk, name: 'x' })).toMatch(/^by /);
    const from = { by, claimedBy: by, from: desk };
    expect(await patch(`/api/calls/${ID}`, from)).toMatch(/^from /);
  }
});

test('[DI2] what another desk holds is 409 and says who has it; what is gone is 404', async () => {
  const claimedBy = { desk: 'Platz 22', at: '2026-03-10T12:00:00.000Z' };
  const { url } = await runWith({
    changeCall: async () => undefined,
    changeJob: async () => {
      throw new ArchiveError('claimed', 'Platz 22 has it.', { inTheWay: { claimedBy } });
    },
  });
  const body = JSON.stringify({ claimedBy: 'Platz 21', by: 'Platz 21' });
  const job = await fetch(`${url}/api/jobs/7`, { method: 'PATCH', body });
  expect(job.status).toBe(409);
  expect(job.headers.get('content-type')).toContain('application/problem+json');
  expect(await job.json()).toEqual({
    type: '/docs#claimed',
    title: 'Claimed by another desk',
    status: 409,
    detail: 'Platz 22 has it.',
    code: 'claimed',
    claimedBy,
  });
  const call = await fetch(`${url}/api/calls/${ID}`, { method: 'PATCH', body });
  expect(call.status).toBe(404);
  expect(await call.json()).not.toHaveProperty('claimedBy');
});

test('[DI2] a note that would replace a newer one is 409 and says which, and who wrote it', async () => {
  const inTheWay = { note: 'Hof', noteBy: { desk: 'Platz 22', at: '2026-03-10T12:00:00.000Z' } };
  const changes: unknown[] = [];
  const change = async (_name: string, asked: object) => {
    changes.push(asked);
    throw new ArchiveError('note_changed', 'Another note.', { inTheWay });
  };
  const { url } = await runWith({ changeCall: change, changeJob: change });
  const patch = (path: string, body: object) =>
    fetch(url + path, { method: 'PATCH', body: JSON.stringify(body) });
  for (const path of ['/api/jobs/7', `/api/calls/${ID}`]) {
    for (const noteWas of [null, 'Tor 4']) {
      const asked = { note: 'Tor 5', noteWas, by: 'Platz 21' };
      const answer = await patch(path, asked);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ code: 'note_changed', ...inTheWay });
      expect(changes.pop()).toEqual(asked);
    }
    // What a note was says nothing without another one.
    const alone = await patch(path, { noteWas: 'x', by: 'Platz 21', claimedBy: 'Platz 21' });
    expect(alone.status).toBe(400);
  }
  expect(changes).toEqual([]);
});

test('[AR10] DELETE of an address is 204', async () => {
  const deleted: string[] = [];
  const { url } = await runWith({
    deleteAddress: async (id) => {
      deleted.push(id);
      return true;
    },
  });
  const answer = await fetch(`${url}/api/addresses/${ID}`, { method: 'DELETE' });
  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe('');
  expect(deleted).toEqual([ID]);
});

test.each([
  ['unavailable', 503, 'archive_unavailable', '5'],
  ['conflict', 409, 'conflict', null],
  ['claimed', 409, 'claimed', null],
  ['no_number', 400, 'no_number', null],
  ['bad_cursor', 400, 'bad_cursor', null],
] as const)('[AR10] the archive says %s: %i', async (reason, status, code, retryAfter) => {
  const fail = async () => {
    throw new ArchiveError(reason, 'Words for the client.', { cause: new Error('secret') });
  };
  const { url, logLines } = await runWith({ address: fail, changeAddress: fail, caller: fail });
  for (const [path, init] of [
    [`/api/addresses/${ID}`, {}],
    [`/api/addresses/${ID}`, { method: 'PATCH', body: '{"number":"030 23125-002"}' }],
    ['/api/callers/03023125002', {}],
  ] as const) {
    const answer = await fetch(url + path, init);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ code, detail: 'Words for the client.' });
  }
  expect(logLines.join('')).not.toMatch(/23125|secret/);
});

test('[AR10] without an archive reading it is 503', async () => {
  const { url } = await withoutAnswers();
  for (const path of ['/api/addresses', '/api/calls', '/api/jobs/1', '/api/callers/1']) {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'archive_unavailable' });
  }
});

test('any other error of the archive is internal and tells the client nothing', async () => {
  const { url } = await runWith({
    address: async () => {
      throw new Error('no such table');
    },
  });
  const answer = await fetch(`${url}/api/addresses/${ID}`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('table');
});

test('[RE8] POST /api/lines tells the lines of numbers in their order', async () => {
  const asked: (readonly string[])[] = [];
  const { url } = await runWith({
    lines: async (numbers) => {
      asked.push(numbers);
      return ['+493023125100', null];
    },
  });
  const post = (body: string) => fetch(`${url}/api/lines`, { method: 'POST', body });
  const answer = await post('{"numbers":["030 23125-100","anonym"]}');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ lines: ['+493023125100', null] });
  expect(asked).toEqual([['030 23125-100', 'anonym']]);
  const tooMany = JSON.stringify({ numbers: Array(501).fill('1') });
  for (const bad of [
    '{}',
    '[]',
    '{"numbers":[1]}',
    '{"numbers":"1"}',
    '{"number":["1"]}',
    tooMany,
  ]) {
    expect((await post(bad)).status, bad.slice(0, 30)).toBe(400);
  }
});

test('[HP9] the summary wants to know since when, in any way of saying it', async () => {
  const asked: string[] = [];
  const { url } = await runWith({
    summary: async (since: string) => {
      asked.push(since);
      return ITEM;
    },
  });
  const get = (query: string) => fetch(`${url}/api/archive/summary${query}`);
  expect(await (await get('?since=2026-03-10')).text()).toBe(ITEM);
  await get('?since=2026-03-10T01:00:00%2B01:00');
  expect(asked).toEqual(['2026-03-10T00:00:00.000Z', '2026-03-10T00:00:00.000Z']);
  for (const query of ['', '?since=yesterday', '?since=2026-03-10&until=2026-03-11']) {
    const answer = await get(query);
    expect(answer.status, query).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'bad_request' });
  }
});
