import { expect, test } from 'vitest';
import { ArchiveError } from '../../src/archive/engine/archive-error.ts';
import { runWith } from './recording-archive.ts';

const NUMBER = '030 23125-001';
const COUNTS = { addresses: 1, calls: 2, jobs: 3, events: 4, setAside: 5, mappings: 6 };

test('[AR13] export answers the text of the archive', async () => {
  const numbers: string[] = [];
  const { post } = await runWith({
    async *exportNumber(number) {
      numbers.push(number);
      yield { list: 'addresses', items: [] };
      yield { list: 'addresses', items: ['{"a":1.0}', '{"a":2}'] };
      yield { list: 'addresses', items: [] };
      yield { list: 'addresses', items: ['{"a":3}'] };
      yield { list: 'callReports', items: ['{"payload":1.0}'] };
    },
  });
  const answer = await post('/api/privacy/export', JSON.stringify({ number: NUMBER }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const lists = [
    '"addresses":[{"a":1.0},{"a":2},{"a":3}],"calls":[],"callReports":[{"payload":1.0}]',
    '"jobs":[],"jobHandling":[],"events":[],"setAside":[],"mappings":[]',
  ];
  expect(await answer.text()).toBe(`{"number":"${NUMBER}",${lists.join(',')}}`);
  expect(numbers).toEqual([NUMBER]);
});

test('[AR13] erase counts what it met; suppress is off unless wanted', async () => {
  const erased: unknown[] = [];
  const { post } = await runWith({
    eraseNumber: async (...parameters) => {
      erased.push(parameters);
      return COUNTS;
    },
  });
  for (const more of [{}, { suppress: false }, { suppress: true }]) {
    const answer = await post('/api/privacy/erase', JSON.stringify({ number: NUMBER, ...more }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual(COUNTS);
  }
  expect(erased).toEqual([
    [NUMBER, false],
    [NUMBER, false],
    [NUMBER, true],
  ]);
});

test.each([
  ['export', '{}', 'number'],
  ['export', '{"number":""}', 'number'],
  ['export', '{"number":3023125001}', 'number'],
  ['export', '{"number":"030 23125-001","suppress":true}', 'suppress'],
  ['export', '"030 23125-001"', 'The body'],
  ['erase', '{"suppress":true}', 'number'],
  ['erase', '{"number":["030 23125-001"]}', 'number'],
  ['erase', '{"number":"030 23125-001","suppress":"true"}', 'suppress'],
  ['erase', '{"number":"030 23125-001","supress":true}', 'supress'],
])('[AR13] %s with %s is 400 and repeats no number', async (what, body, word) => {
  const { post, logLines } = await runWith({});
  const answer = await post(`/api/privacy/${what}`, body);
  expect(answer.status).toBe(400);
  const { code, detail } = await answer.json();
  expect(code).toBe('bad_request');
  expect(detail).toContain(word);
  expect(detail + logLines.join('')).not.toContain('23125');
});

test('[AR13] a text without a number is 400, a database that is away 503, neither is logged', async () => {
  const { post, logLines } = await runWith({
    exportNumber: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () =>
          Promise.reject(new ArchiveError('no_number', 'There is no phone number in it.')),
      }),
    }),
    eraseNumber: async () => {
      throw new ArchiveError('unavailable', 'The database does not answer.');
    },
  });
  const none = await post('/api/privacy/export', '{"number":"none 23125"}');
  expect(none.status).toBe(400);
  expect(await none.json()).toMatchObject({ code: 'no_number' });
  const away = await post('/api/privacy/erase', JSON.stringify({ number: NUMBER }));
  expect(away.status).toBe(503);
  expect(away.headers.get('retry-after')).toBe('5');
  expect(await away.json()).toMatchObject({ code: 'archive_unavailable' });
  expect(logLines.join('')).not.toContain('23125');
});

test('[AR13] erase takes the number out of the history too, also while the database is away', async () => {
  const { post, history } = await runWith({});
  await post('/api/webhook', '{"from":"+49 30 23125 001"}');
  await post('/api/webhook', '[{"tel":"030/23125-001"},{"tel":"030 23125-002","n":1.0}]');
  await post('/api/webhook', '{"tel":"030 23125-003"}');
  const answer = await post('/api/privacy/erase', JSON.stringify({ number: NUMBER }));
  expect(answer.status).toBe(503);
  expect((await history()).map(({ id, payload }) => [id, payload])).toEqual([
    [3, { tel: '030 23125-003' }],
    [2, [{ tel: '030 23125-002', n: 1 }]],
  ]);
});

test('[AR13] there is no way to send a number in the address of a request', async () => {
  const { url } = await runWith({});
  for (const path of ['/api/privacy/export', '/api/privacy/erase']) {
    expect((await fetch(`${url}${path}?number=03023125001`)).status).toBe(405);
    const posted = await fetch(`${url}${path}?number=03023125001`, { method: 'POST' });
    expect(posted.status).toBe(400);
  }
});
