import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { provided } from '../../../../scripts/provided.ts';
import { migrate, openStore } from '../../src/archive/engine/store/store.ts';
import { DATABASES, emptyDatabase, execute } from '../support/databases.ts';
import { rowsOf } from '../support/written-archive.ts';
import { outcome } from './typed-command.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'hookline-check-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What `hookline check` finds: by what it looked at, state and text. */
async function check(properties: Record<string, string> = {}, env: Record<string, string> = {}) {
  const data = folder();
  const all = {
    'app.server.port': '0',
    'app.archive.url': `sqlite:${data}/hookline.db`,
    'app.archive.spool-dir': `${data}/spool`,
    'app.access.ended-sessions': `${data}/ended`,
    ...properties,
  };
  const words = Object.entries(all).map(([name, value]) => `--${name}=${value}`);
  const { code, out, said } = await outcome(['check', ...words], { env });
  const rows = out.matchAll(/^(ok|note|wrong) +(\w[\w ]*?) {2,}(.+)$/gm);
  const found = new Map(
    [...rows].map(([, state, about = '', text]) => [about, `${state} ${text}`]),
  );
  return { code, out, said, found, data };
}

test('an untouched installation is well, and stays untouched', async () => {
  const { found, data, code, out, said } = await check({ 'app.time-zone': 'Europe/Berlin' });
  // The home page may or may not be built where tests are run.
  found.delete('home page');
  expect(Object.fromEntries(found)).toEqual({
    configuration: 'ok understood',
    archive: `ok sqlite:${data}/hookline.db is made at the first start`,
    'journal folder': `ok ${data}/spool can be written`,
    port: 'ok any free one on 127.0.0.1',
    'time zone': 'ok Europe/Berlin',
    map: 'ok addresses lead to www.openstreetmap.org',
  });
  expect(readdirSync(data)).toEqual([]);
  expect(code).toBe(out.includes('wrong') ? 1 : 0);
  expect(said === '').toBe(code === 0);
});

test('[CF2] mistakes in the configuration are all listed', async () => {
  const env = { APP_WEBHOOK_TOKEN: 'T0ken ü' };
  const { code, out, said } = await check({ 'app.server.prot': '1' }, env);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^wrong +configuration +--app\.server\.prot: no such property; did you mean/m,
  );
  expect(out).toMatch(/^wrong +configuration +app\.webhook\.token .*\*\*\* is not allowed/m);
  expect(out).not.toContain('T0ken');
  expect(said).toContain('the rest is looked at once the configuration is right');
});

test('[CF3] [SE1] what others could do is noted', async () => {
  const { out } = await check({ 'app.server.host': '0.0.0.0' });
  expect(out).toMatch(/^note +access +.*app\.webhook\.token/m);
  expect(out).toMatch(/^note +access +.*other than in 1\.0\.0, what pages report/m);
  const telephone = {
    'app.telephony.system': 'cti',
    'app.telephony.push.token': 'push-token-0123',
    'app.server.host': '0.0.0.0',
    'app.access.open': 'true',
  };
  expect((await check(telephone)).out).toMatch(/^note +access +.*the telephone takes no orders/m);
  const named = { 'app.server.allowed-hosts': 'office-pc' };
  const opened = await check({ 'app.server.host': '0.0.0.0', 'app.access.open': 'true', ...named });
  expect(opened.out).not.toContain('what pages report');
});

test('[CF3] a taken port, a foreign address and a bad certificate say what to do', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const taken = await check({ 'app.server.port': String(port) });
  expect(taken.code).toBe(1);
  expect(taken.found.get('port')).toMatch(/^wrong port \d+ on 127\.0\.0\.1 is taken; end the/);
  const foreign = await check({ 'app.server.host': '192.0.2.1' });
  expect(foreign.found.get('port')).toMatch(/^wrong this machine has no address 192\.0\.2\.1/);
  const absent = { 'app.server.tls.cert': '/nowhere.pem', 'app.server.tls.key': '/nowhere.pem' };
  expect((await check(absent)).found.get('certificate')).toBe(
    'wrong /nowhere.pem does not exist; see app.server.tls.cert and .key',
  );
});

/** @needs openssl */
test('[CF3] a certificate is read with its dates', async () => {
  const pem = folder();
  const [key, cert] = [join(pem, 'key.pem'), join(pem, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '3'];
  const to = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...to], { stdio: 'ignore' });
  const tls = { 'app.server.tls.cert': cert, 'app.server.tls.key': key };
  const certificate = async () => (await check(tls)).found.get('certificate');
  expect(await certificate()).toMatch(/^ok valid until \d{4}-\d\d-\d\d$/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await certificate()).toMatch(/^wrong it ended on \d{4}-\d\d-\d\d; put a new one there$/);
});

test('[AR12] folders that cannot be written are found', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const properties = {
    'app.archive.url': `sqlite:${file}/data/hookline.db`,
    'app.archive.spool-dir': '/proc/spool',
    'app.access.password': 'geheim',
    'app.access.ended-sessions': `${file}/ended`,
  };
  const { code, found, said, out } = await check(properties);
  expect(code).toBe(1);
  expect(found.get('archive')).toContain(`cannot be made: ${file} is no folder`);
  expect(found.get('journal folder')).toMatch(
    /^wrong \/proc\/spool cannot be written: .*; give the/,
  );
  expect(found.get('ended logins')).toContain('set app.access.ended-sessions');
  expect(said).toMatch(/things are wrong/);
  expect(out).not.toContain('geheim');
});

test('[OP1] data and secrets that others can read are named', async () => {
  const place = folder();
  chmodSync(place, 0o755);
  const data = join(place, 'data');
  mkdirSync(join(data, 'spool'), { recursive: true });
  const write = (path: string, mode: number, content = '') => {
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  };
  write(join(data, 'hookline.db'), 0o644);
  const yaml = write(join(place, 'hookline.yaml'), 0o644, 'app.access.password: a-password-0123');
  const token = write(join(place, 'token'), 0o604, 'a-long-random-text');
  const look = async () => {
    const all = {
      'app.archive.url': `sqlite:${data}/hookline.db`,
      'app.archive.spool-dir': `${data}/spool`,
      'app.access.ended-sessions': `${data}/ended`,
      config: yaml,
    };
    const { out } = await check(all, { APP_WEBHOOK_TOKEN_FILE: token });
    return out
      .split('\n')
      .filter((line) => /others|everybody/.test(line))
      .toSorted();
  };
  expect(await look()).toEqual([
    `note   configuration    ${yaml} holds secrets, and everybody on this machine can read it (0644); chmod 0600 ${yaml}`,
    `note   configuration    ${token} holds secrets, and everybody on this machine can read it (0604); chmod 0600 ${token}`,
    `note   rights           ${data}/spool, ${data}, ${data}/hookline.db: others on this machine get at it; the next start of the service ends that`,
  ]);
  // Of somebody else, perhaps: it stays as it is.
  write(join(data, 'notes.txt'), 0o644);
  for (const file of [yaml, token]) chmodSync(file, 0o640);
  expect(await look()).toEqual([
    `note   rights           ${data} can be read by others (0755); chmod 0700 ${data}`,
    `note   rights           ${data}/spool, ${data}/hookline.db: others on this machine get at it; the next start of the service ends that`,
  ]);
});

test('[TE2] a phone book of the mock is read', async () => {
  const path = join(folder(), 'book.csv');
  writeFileSync(path, 'number,name\n030 23125-111,A\n');
  const mock = { 'app.profiles': 'mock', 'app.mock.addresses': path };
  expect((await check(mock)).found.get('mock phone book')).toBe(`ok 1 entries in ${path}`);
  writeFileSync(path, 'number\n030 23125-111\n');
  expect((await check(mock)).found.get('mock phone book')).toMatch(/^wrong app\.mock\.addresses: /);
});

describe.each(DATABASES)('[AR11] %s', (kind) => {
  test('is reached, judged by its version and tried, and nothing is changed', async () => {
    const url = await emptyDatabase(kind);
    if (kind === 'sqlite') writeFileSync(url.slice('sqlite:'.length), '');
    const archive = async () => (await check({ 'app.archive.url': url })).found.get('archive');
    expect(await archive()).toMatch(
      /^ok .* can be written.*; the next start prepares it \(001-first/,
    );
    const store = openStore(url, 'write');
    await migrate(store, url);
    await store.close();
    expect(await archive()).toMatch(/^ok \S+ can be written(?: \(PostgreSQL \d.*\))?$/);
    expect(await rowsOf(url, 'applied_batches')).toEqual([]);
    await future(url);
    expect(await archive()).toMatch(
      /^wrong .* a newer version of Hookline has changed the database \(999-future\); use that version again, or restore the backup/,
    );
  });

  async function future(url: string): Promise<void> {
    const statement = "insert into kysely_migration values ('999-future', '2030-01-01')";
    if (kind === 'postgres') return execute(url, statement);
    const { DatabaseSync } = await import('node:sqlite');
    const file = new DatabaseSync(url.slice('sqlite:'.length));
    file.exec(statement);
    file.close();
  }
});

test('[AR2] a damaged file is left alone', async () => {
  const path = join(folder(), 'hookline.db');
  writeFileSync(path, 'x'.repeat(100_000));
  const { found } = await check({ 'app.archive.url': `sqlite:${path}` });
  expect(found.get('archive')).toMatch(/^wrong .*not a database; .*restore a backup/);
  expect(readdirSync(join(path, '..'))).toEqual(['hookline.db']);
});

test('[AR11] what keeps PostgreSQL from being used is said, without the password', async () => {
  const server = new URL(provided('postgres').url);
  const archive = async (change: (url: URL) => void) => {
    const url = new URL(server);
    change(url);
    const { found, out } = await check({ 'app.archive.url': url.href });
    expect(out).not.toContain('s3cret');
    return found.get('archive');
  };
  expect(
    await archive((url) => {
      url.pathname = '/nowhere';
      url.searchParams.set('password', 's3cret');
    }),
  ).toMatch(/^wrong postgres(ql)?:\/\/.*database "nowhere" does not exist; create the database/);
  expect(
    await archive((url) => {
      url.host = '127.0.0.1:9';
      url.username = 'hook';
      url.password = 's3cret@x';
    }),
  ).toMatch(/^wrong postgres(ql)?:\/\/127\.0\.0\.1:9\/\w+: .*ECONNREFUSED.*; start PostgreSQL, or/);
});

test('the archive can be off', async () => {
  const { found } = await check({ 'app.archive.url': 'off' });
  expect(found.get('archive')).toBe('note off: nothing that comes in is kept');
  expect(found.has('journal folder')).toBe(false);
  expect(existsSync('off')).toBe(false);
});

describe('[DI5] [DI6] senders', () => {
  const GOOD = 'q8Zr2mXw7Lk4Vt9NcB3s';
  const linesAbout = (out: string, about: string) =>
    out.split('\n').filter((line) => line.split(/ {2,}/)[1] === about);

  test('are named, without their tokens', async () => {
    const senders = `erp=${GOOD},erp=${GOOD}x,shop=${GOOD}y`;
    const { out } = await check({
      'app.webhook.senders': senders,
      'app.webhook.signatures': `store=shopify:${GOOD},repo=github:${GOOD},repo=github:${GOOD}x`,
      'app.webhook.silence': 'erp=2h',
      'app.webhook.silence-hours': 'Mo-Fr 07:00-19:00',
    });
    expect(out).toMatch(
      /^ok +senders +known by what they sign: store as shopify, repo as github$/m,
    );
    expect(out).toMatch(/^ok +senders +2: erp, shop; 1 of them with an old and a new token$/m);
    expect(out).toMatch(/^ok +silence +erp is told of after 120 minutes$/m);
    expect(out).not.toContain(GOOD);
  });

  test('with doubtful tokens are one line each, and the exit code says so', async () => {
    const { code, out } = await check({
      'app.webhook.senders': `erp=geheim,shop=${'ab'.repeat(10)},tour=${GOOD}`,
    });
    expect(code).toBe(1);
    expect(linesAbout(out, 'senders').slice(1)).toEqual([
      expect.stringMatching(/^wrong .*the token of erp is short: 6 characters, at least 16; /),
      expect.stringMatching(/^wrong .*the token of shop repeats a few characters; /),
    ]);
    expect(out).not.toMatch(/geheim|abab/);
  });

  test('an old short token is noted, and no mistake', async () => {
    const { out } = await check({ 'app.webhook.token': 'geheim' });
    expect(out).toMatch(/^note +senders +app\.webhook\.token is short/m);
  });

  test('what cannot be read is one line each', async () => {
    const { code, out } = await check({
      'app.webhook.senders': `ERP=${GOOD},shop=${GOOD}`,
      'app.webhook.silence': 'jobs=30m',
      'app.webhook.silence-hours': 'Mo-Fr 07:00-19:00, Sa morgens, So 8-12',
    });
    expect(code).toBe(1);
    expect(linesAbout(out, 'configuration')).toEqual([
      expect.stringContaining('entry 1: the name before ='),
      expect.stringContaining('entries 1 and 2: have the same token'),
      expect.stringContaining('"Sa morgens" cannot be read'),
      expect.stringContaining('"So 8-12" cannot be read'),
    ]);
    expect(out).not.toContain(GOOD);
  });

  test('a silence that could never be told is said', async () => {
    const { out } = await check({
      'app.webhook.silence': 'jobs=13h',
      'app.webhook.silence-hours': 'Mo-Fr 07:00-19:00',
    });
    expect(out).toMatch(/^wrong +silence +jobs may be silent for 780 minutes, longer than/m);
  });
});
