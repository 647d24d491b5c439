import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArchiveError } from '../../src/archive/engine/archive-error.ts';
import type { TextPage } from '../../src/archive/engine/lists/page.ts';
import { jsonText } from '../support/json-texts.ts';
import { shared } from '../support/shared.ts';
import { runWith, runWithLists } from './recording-archive.ts';

const LISTS = ['/api/addresses', '/api/calls', '/api/jobs', '/api/archive/events'];
const page = { limit: 50, cursor: undefined };

const lists = shared((whenOver) => runWithLists(undefined, whenOver));

/** A server whose archive nobody has asked for anything yet. */
async function unasked() {
  const running = await lists();
  running.asked.length = 0;
  return running;
}

test.each([
  ['/api/addresses', 'addresses', {}],
  [
    '/api/addresses?q=S%C3%BC%C3%9F+Berlin&number=%2B49+30+23125-001&role=courier',
    'addresses',
    { q: 'Süß Berlin', number: '+49 30 23125-001', role: 'courier' },
  ],
  ['/api/addresses?q=&number=', 'addresses', {}],
  ['/api/calls', 'calls', {}],
  ['/api/calls?number=03023125001&missed=true', 'calls', { number: '03023125001', missed: true }],
  ['/api/calls?missed=false', 'calls', { missed: false }],
  ['/api/calls?settled=false&q=S%C3%BC%C3%9F', 'calls', { settled: false, q: 'Süß' }],
  [
    '/api/calls?since=2026-01-01&until=2026-01-31',
    'calls',
    { since: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' },
  ],
  [
    '/api/calls?since=2026-01-01T00:30:00%2B01:00&until=2026-01-01T10:00',
    'calls',
    { since: '2025-12-31T23:30:00.000Z', until: '2026-01-01T10:00:00.000Z' },
  ],
  [
    '/api/calls?since=2026-07-01T08:00:00+02:00&until=2026-07-01T08:00:00,123456Z',
    'calls',
    { since: '2026-07-01T06:00:00.000Z', until: '2026-07-01T08:00:00.123Z' },
  ],
  ['/api/calls?since=2026-07-01T08:00-0130', 'calls', { since: '2026-07-01T09:30:00.000Z' }],
  [
    '/api/jobs?reference=A%2F1&status=offen&q=Torstr&open=true',
    'jobs',
    { reference: 'A/1', status: 'offen', q: 'Torstr', open: true },
  ],
  [
    '/api/jobs?class=problem&late=true&courier=Rast&sort=due',
    'jobs',
    { class: 'problem', late: true, courier: 'Rast', sort: 'due' },
  ],
  [
    '/api/jobs?since=2026-01-01&until=2026-01-31',
    'jobs',
    { since: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' },
  ],
  ['/api/archive/events', 'events', {}],
  ['/api/archive/events?channel=generic', 'events', { channel: 'generic' }],
  [
    '/api/archive/events?channel=kunden&until=2026-02-01T00:00:00Z',
    'events',
    { channel: 'kunden', until: '2026-02-01T00:00:00.000Z' },
  ],
  ['/api/archive/events?q=x', 'events', { q: 'x' }],
  ['/api/calls?until=9999-12-31', 'calls', { until: '9999-12-31T23:59:59.999Z' }],
])('[AR10] %s asks the archive for it', async (path, what, filter) => {
  const { url, asked } = await unasked();
  const answer = await fetch(url + path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toBe('{"items":[],"next":null}');
  expect(asked).toEqual([{ what, with: [filter, page, 'json'] }]);
});

test('[AR10] limit goes from 1 to 500, and a cursor is handed on as it is', async () => {
  const { url, asked } = await unasked();
  for (const path of LISTS) {
    await fetch(`${url}${path}?limit=1`);
    await fetch(`${url}${path}?limit=500&cursor=a%2Bb%2F%3D`);
  }
  const pages = asked.map(({ with: [, each] }) => each);
  for (const [i, each] of pages.entries()) {
    expect(each).toEqual(
      i % 2 === 0 ? { limit: 1, cursor: undefined } : { limit: 500, cursor: 'a+b/=' },
    );
  }
});

const BAD_PAGES = ['abc', '0', '501', '-1', '1.5', '1e2', '', '%2B5', '99999999999', '5&limit=6'];

test.each([
  ...LISTS.flatMap((path) => BAD_PAGES.map((limit) => [`${path}?limit=${limit}`, 'limit'])),
  ...LISTS.map((path) => [`${path}?cursor=a&cursor=b`, 'cursor']),
  ...LISTS.map((path) => [`${path}?lmit=5`, 'lmit']),
  ...LISTS.flatMap((path) =>
    ['xml', 'CSV', '', 'text/csv', 'toString', 'csv&format=csv'].map((format) => [
      `${path}?format=${format}`,
      'format',
    ]),
  ),
  ['/api/calls?format=vcard', 'format'],
  ['/api/jobs?format=vcard', 'format'],
  ['/api/archive/events?format=vcard', 'format'],
  ['/api/calls?missed=yes', 'missed'],
  ['/api/calls?missed=', 'missed'],
  ['/api/calls?missed=true&missed=false', 'missed'],
  ['/api/calls?role=x', 'role'],
  ['/api/calls?settled=1', 'settled'],
  ['/api/calls?q=a&q=b', 'q'],
  ['/api/calls?since=yesterday', 'since'],
  ['/api/calls?since=', 'since'],
  ['/api/calls?since=2026-02-30', 'since'],
  ['/api/calls?until=2026-02-30T00:00:00Z', 'until'],
  ['/api/calls?until=2026-13-01', 'until'],
  ['/api/calls?until=2026-01-01T25:00Z', 'until'],
  ['/api/calls?until=1767225600000', 'until'],
  ['/api/calls?until=0000-01-01T00:00%2B02:00', 'until'],
  ['/api/addresses?role=boss', 'role'],
  ['/api/addresses?role=', 'role'],
  ['/api/addresses?q=a&q=b', 'q'],
  ['/api/addresses?q=a%00b', 'q'],
  ['/api/addresses?__proto__=1', '__proto__'],
  ['/api/jobs?open=1', 'open'],
  ['/api/jobs?class=free', 'class'],
  ['/api/jobs?late=1', 'late'],
  ['/api/jobs?sort=newest', 'sort'],
  ['/api/archive/events?channel=kunden,jobs', 'channel'],
  ['/api/archive/events?since=x&q=y', 'since'],
])('[AR10] %s is 400 and says why', async (path, parameter) => {
  const { url, asked } = await unasked();
  for (const accept of ['application/json', 'text/csv']) {
    const answer = await fetch(url + path, { headers: { accept } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { code, detail } = await answer.json();
    expect(code).toBe('bad_request');
    expect(detail).toMatch(new RegExp(`^${parameter} (must|is not a parameter)`));
  }
  expect(asked).toEqual([]);
});

test.each(['application/json', 'text/csv'])('[AR10] a bad cursor is 400 as %s', async (accept) => {
  const refuse = async () => {
    throw new ArchiveError('bad_cursor', 'The cursor is not one of this list.');
  };
  const { url } = await runWith({ addresses: refuse, calls: refuse, jobs: refuse, events: refuse });
  for (const path of LISTS) {
    const answer = await fetch(`${url}${path}?cursor=nonsense`, { headers: { accept } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(await answer.json()).toMatchObject({
      code: 'bad_cursor',
      detail: 'The cursor is not one of this list.',
    });
  }
});

test('[AR10] the items and the next cursor come as the archive gave them', async () => {
  const payload = '{ "n":12345678901234567890,\n"f":1.0, "k":1,"k":-0, "e":"\\u00e4\\/" }';
  const item = `{"id":"1","payload":${payload}}`;
  const { url } = await runWithLists({ items: [item, item], next: 'a"b' });
  expect(await (await fetch(`${url}/api/jobs`)).text()).toBe(
    `{"items":[${item},${item}],"next":"a\\"b"}`,
  );
});

test('[AR10] payloads keep their text, whatever it is', async () => {
  let page: TextPage = { items: [], next: null };
  const { url } = await runWith({ events: async () => page });
  const item = jsonText.map((text) => `{"payload":${text}}`);
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 5 }), async (items) => {
      page = { items, next: null };
      const answer = await fetch(`${url}/api/archive/events`);
      expect(await answer.text()).toBe(`{"items":[${items.join(',')}],"next":null}`);
      const lines = await fetch(`${url}/api/archive/events`, {
        headers: { accept: 'application/x-ndjson' },
      });
      const text = await lines.text();
      expect(text.split('\n')).toHaveLength(items.length + 1);
      const withoutBreaks = (json: string) => json.replace(/[\r\n]+/g, ' ');
      expect(text).toBe(items.map((each) => `${withoutBreaks(each)}\n`).join(''));
    }),
    { numRuns: 60 },
  );
});

test('[AR10] a page of large items is sent whole', async () => {
  const item = JSON.stringify('x'.repeat(200_000));
  const items = Array.from({ length: 100 }, () => item);
  const { url } = await runWithLists({ items, next: null });
  const text = await (await fetch(`${url}/api/jobs?limit=100`)).text();
  expect(text).toHaveLength('{"items":[],"next":null}'.length + 100 * item.length + 99);
});
