import { describe, expect, test } from 'vitest';
import { runClosed } from '../access/closed-server.ts';
import { databaseWithTables } from '../support/database.ts';
import { runServer } from '../support/running-server.ts';
import { temporaryFolder, WrittenArchive } from '../support/written-archive.ts';

async function runOffice() {
  const written = new WrittenArchive(await databaseWithTables('sqlite'), temporaryFolder());
  const running = await runServer({}, { archive: written.archive });
  const at = (path: string) => `${running.url}/api/mappings${path}`;
  const put = (body: unknown, headers: Record<string, string> = {}, path = '/erp/jobs') =>
    fetch(at(path), {
      method: 'PUT',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...running, written, at, put };
}

const RULES = [{ target: 'reference', path: 'code' }];
const deep = Array.from({ length: 13 }, (_, n) => `a${n}`).join('.');

describe('[MA2] what cannot be a rule is refused in a sentence that names it, and nothing is saved', () => {
  test.each<[string, unknown, RegExp]>([
    [
      'an unknown target',
      [...RULES, { target: 'colour', path: 'a' }],
      /^Rule 2: colour is no .*: record/,
    ],
    ['of what is not', [{ not: 'colour', path: 'a' }], /^Rule 1: colour is no target of jobs/],
    ['a target that is no word', [{ target: 7, path: 'a' }], /^Rule 1: target must/],
    ['dates of a name', [{ target: 'courier.name', path: 'a', dates: 'day-first' }], /Only a time/],
    ['an order of dates that is none', [{ target: 'at', path: 'a', dates: 'ymd' }], /dates must/],
    ['a target of another channel', [{ target: 'vehicle', path: 'a' }], /^Rule 1: .*jobs/],
    ['what is no path', [{ target: 'status', path: 'a..b' }], /^Rule 1: .*no path/],
    ['__proto__', [{ target: 'status', path: 'a.__proto__.b' }], /^Rule 1: .*no path/],
    ['__proto__ in brackets', [{ ignore: '["__proto__"]' }], /^Rule 1: .*no path/],
    ['too many levels', [{ target: 'status', path: deep }], /^Rule 1: .*12 levels/],
    ['a class that is none', [{ target: 'status', words: { x: 'ready' } }], /^Rule 1: .*words/],
    ['words of a name', [{ target: 'courier.name', path: 'a', words: { x: 'done' } }], /^Rule 1: /],
    ['neither path nor words', [{ target: 'status' }], /^Rule 1: .*no path/],
    ['another kind of rule', [{ equals: 'a' }], /^Rule 1: .*one of target, not, ignore/],
    ['something besides', [{ target: 'status', path: 'a', when: 'b' }], /^Rule 1: .*when/],
    ['no object', ['a'], /rules/],
    ['no list', { target: 'status', path: 'a' }, /rules/],
    ['too many', Array(101).fill(RULES[0]), /100 rules/],
    [
      'too many words',
      [{ target: 'status', words: Object.fromEntries(range(301).map((n) => [`w${n}`, 'done'])) }],
      /300 words/,
    ],
  ])('%s', async (_, rules, says) => {
    const { put, at } = await runOffice();
    const answer = await put({ rules });
    const { code, detail } = await answer.json();
    expect([answer.status, code]).toEqual([400, 'bad_request']);
    expect(detail).toMatch(says);
    expect(await (await fetch(at(''))).json()).toEqual({ items: [] });
  });

  test('a body that is no JSON, or too large', async () => {
    const { put } = await runOffice();
    expect((await put('{"rules":')).status).toBe(400);
    expect((await put(JSON.stringify({ rules: [], by: 'x'.repeat(2_000_000) }))).status).toBe(413);
  });
});

test('[MA3] of two desks the second is told, and may save on top of the first', async () => {
  const { put, at } = await runOffice();
  const first = await put({ rules: RULES, by: 'Platz 21' }, { 'if-match': '"0"' });
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"']);
  const late = await put({ rules: [], by: 'Platz 22' }, { 'if-match': '"0"' });
  expect([late.status, (await late.json()).code]).toEqual([412, 'mapping_changed']);
  for (const odd of ['"one"', '1', '""']) {
    expect((await put({ rules: [] }, { 'if-match': odd })).status).toBe(412);
  }
  const now = await fetch(at('/erp/jobs'));
  expect([now.headers.get('etag'), (await now.json()).rules]).toEqual(['"1"', RULES]);
  expect((await put({ rules: [] }, { 'if-match': 'W/"1"' })).status).toBe(200);
  const gone = await fetch(`${at('/erp/jobs')}?by=Platz%2021`, { method: 'DELETE' });
  expect(await gone.json()).toMatchObject({ version: 3, rules: [] });
  expect((await put({ rules: RULES }, {}, '/erp/generic')).status).toBe(404);
  expect((await put({ rules: RULES }, {}, '/Erp/jobs')).status).toBe(404);
});

test('[MA6] rules are for readers alone, and no other site changes them', async () => {
  const { url, cookie } = await runClosed();
  const path = `${url}/api/mappings/erp/jobs`;
  const body = JSON.stringify({ rules: RULES });
  const questions: [string, RequestInit][] = [
    [`${url}/api/mappings`, {}],
    [path, {}],
    [path, { method: 'PUT', body }],
    [path, { method: 'DELETE' }],
    [`${path}/preview`, { method: 'POST', body }],
    [`${url}/api/mappings/unbekannt/jobs/assign`, { method: 'POST', body: '{"to":"erp"}' }],
  ];
  for (const [asked, how] of questions) expect((await fetch(asked, how)).status).toBe(401);
  const foreign = { cookie: await cookie(), 'sec-fetch-site': 'cross-site' };
  for (const [asked, how] of questions.filter(([, { method }]) => method !== undefined)) {
    expect((await fetch(asked, { ...how, headers: foreign })).status).toBe(403);
  }
});

test('[MA1] messages are given away by a preset that there is, and by no other', async () => {
  const { url } = await runOffice();
  const give = async (preset: string) => {
    const body = JSON.stringify({ to: 'erp', preset });
    const path = `${url}/api/mappings/unbekannt/jobs/assign`;
    const answer = await fetch(path, { method: 'POST', body });
    return [answer.status, await answer.text()];
  };
  expect((await give('Onfleet'))[0]).toBe(200);
  expect(await give('Onflet')).toEqual([
    400,
    expect.stringMatching(/Onflet.+ is none of.+Onfleet/),
  ]);
});

function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}
