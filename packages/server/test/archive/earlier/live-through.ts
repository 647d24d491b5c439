/**
 * Runs the service of a checked-out version through a made-up day or week, and ends. In a process
 * of its own: two versions in one would share what they have loaded.
 * `node live-through.ts CHECKOUT day|week|away DATABASE FOLDER`
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BY_HAND, LOGGED_IN_AT, madeUpDay, UNSTORABLE } from './made-up-day.ts';
import { FORGOTTEN, madeUpWeek } from './made-up-week.ts';

/** What a version leaves beside the database. */
export interface Leftovers {
  /** Files of the spool, in base 64, the oldest first. */
  readonly spool: readonly string[];
  /** The same of the journal, which took its place. */
  readonly journal?: readonly string[];
  /** Brought back by a browser that is logged in, and by one that has logged out. */
  readonly cookie: string;
  readonly endedCookie: string;
  readonly endedSessions: string;
  /** Every property that it knew. */
  readonly properties: readonly string[];
}

/** That of the closed servers of the tests. */
const PASSWORD = 'Straße 7: früh um fünf';
const HASH = 'scrypt:16:1:1:bm90IHNvIHNhbHR5ISE:IQrsU47KRHKgvLHTw399hLom9qc6s9NwMb1EpSgH1Q8';
const TOKENS = { any: 'token-of-nobody', erp: 'token-of-the-erp' };

const [, , checkout = '', story = '', url = '', folder = ''] = process.argv;
const source = join(checkout, 'packages/server/src');
type Modules = typeof import('../../../src/server.ts') &
  typeof import('../../../src/config/load.ts') &
  typeof import('../../../src/config/properties.ts');
const { createServer, presetConfig, PROPERTIES }: Modules = {
  ...(await import(join(source, 'server.ts'))),
  ...(await import(join(source, 'config/load.ts'))),
  ...(await import(join(source, 'config/properties.ts'))),
};
const hasSenders = Object.hasOwn(PROPERTIES, 'app.webhook.senders');
const spool = mkdtempSync(join(folder, 'spool-'));
const ended = join(folder, `ended-${process.pid}`);

let clock = 0;
const server = createServer(
  presetConfig({
    'app.server.port': 0,
    'app.archive.url': url,
    'app.archive.spool-dir': spool,
    'app.access.ended-sessions': ended,
    'app.log.level': 'fatal',
    ...(story !== 'week' && { 'app.webhook.token': TOKENS.any }),
    ...(story !== 'week' &&
      hasSenders && {
        'app.webhook.senders': [{ name: 'erp', token: TOKENS.erp }],
        'app.webhook.silence': { kuriere: 60_000 },
      }),
    ...(story === 'away' && { 'app.access.password': HASH }),
  }),
  { now: () => clock },
);
const address = await server.start();

async function tried(method: string, path: string, body?: string): Promise<Response> {
  const isNamed = hasSenders && path === '/api/webhook/jobs';
  return fetch(new URL(path, address), {
    method,
    headers: { authorization: `Bearer ${isNamed ? TOKENS.erp : TOKENS.any}` },
    ...(body !== undefined && { body }),
  });
}

async function ask(method: string, path: string, body?: string) {
  const answer = await tried(method, path, body);
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

async function live(sent: ReturnType<typeof madeUpWeek>): Promise<void> {
  for (const { at, path, json } of sent) {
    clock = at;
    await ask('POST', path, json);
  }
  const count = (prefix: string) => sent.filter(({ path }) => path.startsWith(prefix)).length;
  for (;;) {
    const { events, calls } = await ask('GET', '/api/archive/summary?since=2026-01-01');
    if (events.total === count('/api/webhook') && calls.total === count('/api/calls')) break;
    await pause(100);
  }
  // Somebody wants to be forgotten.
  const { number } = FORGOTTEN;
  await ask('POST', '/api/privacy/erase', JSON.stringify({ number, suppress: true }));
}

async function change({ list, at, changes }: (typeof BY_HAND)[number]): Promise<void> {
  const { items } = await ask('GET', list);
  const kind = list.slice(0, list.indexOf('?'));
  const { id, reference } = items[at];
  const name = encodeURIComponent(kind === '/api/jobs' ? reference : id);
  for (const forms of changes) {
    for (const form of forms) {
      const answer = await tried('PATCH', `${kind}/${name}`, JSON.stringify(form));
      if (answer.ok) break;
      // What this version does not know; anything else is a defect of this program.
      if (![400, 404, 405].includes(answer.status)) throw new Error(await answer.text());
    }
  }
}

/** The database is away, and somebody logs in. */
async function leaveOver(): Promise<Leftovers> {
  const cookies: string[] = [];
  for (const { path, json } of madeUpDay().slice(-6)) {
    clock = LOGGED_IN_AT - 60_000;
    await ask('POST', path, json).catch(async (error: unknown) => {
      // Reports of a page belong to readers, and this one is not logged in.
      if (path.startsWith('/api/webhook')) throw error;
    });
  }
  clock = LOGGED_IN_AT;
  for (let login = 0; login < 2; login++) {
    const body = JSON.stringify({ password: PASSWORD });
    const answer = await fetch(new URL('/api/session', address), { method: 'POST', body });
    cookies.push(answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '');
  }
  const [cookie = '', endedCookie = ''] = cookies;
  const call = madeUpDay().at(-1)?.json ?? '';
  const headers = { cookie };
  await fetch(new URL('/api/calls', address), { method: 'POST', headers, body: call });
  await fetch(new URL('/api/session', address), {
    method: 'DELETE',
    headers: { cookie: endedCookie },
  });
  await server.stop();
  const files = (end: string) =>
    readdirSync(spool)
      .filter((name) => name.endsWith(end))
      .sort()
      .map((name) => readFileSync(join(spool, name)).toString('base64'));
  return {
    spool: files('.batch'),
    journal: files('.journal'),
    cookie,
    endedCookie,
    endedSessions: readFileSync(ended, 'utf8'),
    properties: Object.keys(PROPERTIES),
  };
}

if (story === 'away') {
  writeFileSync(join(folder, 'leftovers.json'), `${JSON.stringify(await leaveOver(), null, 2)}\n`);
} else if (story === 'day') {
  await live(madeUpDay());
  for (const some of BY_HAND) await change(some);
  await ask('POST', '/api/webhook/kunden', UNSTORABLE);
  // Those who count as silent by then are noted when it ends.
  clock = LOGGED_IN_AT;
  await server.stop();
} else {
  await live(madeUpWeek());
  const { items: missed } = await ask('GET', '/api/calls?missed=true');
  await ask('PATCH', `/api/calls/${missed[0].id}`, '{"note":"ruft an","settled":true}');
  const { items: people } = await ask('GET', '/api/addresses?role=customer');
  await ask('PATCH', `/api/addresses/${people[0].id}`, '{"fields":{"notiz":"von Hand"}}');
  await server.stop();
}
process.exit(0);
