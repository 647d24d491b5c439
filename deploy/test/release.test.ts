import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../e2e/support/browser.ts';
import { openDesk, openHome } from '../../e2e/support/home.ts';
import { servePages } from '../../e2e/support/page-server.ts';
import type { Program } from '../../e2e/support/service.ts';
import { emptyFolder, type Stranger, strangerWith, workFolder } from './stranger.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The oldest that is promised, one that can become another program, and our own. */
const NODES = [20, 24, 26];
/** What looks at packages for their authors; from the registry, in versions we know. */
const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';
/** Makes types of OpenAPI, with the TypeScript that it needs beside ours. */
const OPENAPI_TYPESCRIPT = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];
const OPENAPI_FETCH = 'openapi-fetch@0.17.0';

const work = workFolder();
const dist = join(work, 'dist');
const tarball = (name: string) => join(dist, `${name}-${version}.tgz`);
const strangers = new Map<number, Stranger>();
const stranger = (line: number): Stranger => {
  const one = strangers.get(line) ?? strangerWith(line, work);
  strangers.set(line, one);
  return one;
};

beforeAll(() => {
  // Others may enter: one test looks with the eyes of somebody who may write nothing.
  chmodSync(work, 0o755);
  release(dist);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

function release(to: string): void {
  const told = execFileSync('node', ['scripts/release.ts', to], { cwd: root, encoding: 'utf8' });
  console.log(told);
}

/** What is installed before a test is not ended by one. */
const endsByItself = () => {};

/** An empty folder in which a stranger has installed it. */
async function installed(who: Stranger, name: string, ...options: string[]): Promise<string> {
  const folder = emptyFolder(work);
  chmodSync(folder, 0o755);
  const command = ['npm', 'install', '--no-audit', '--no-fund', ...options, tarball(name)];
  const { code, stderr } = await who.run(folder, command, {}, endsByItself).outcome;
  expect(code, stderr).toBe(0);
  return folder;
}

/** The service in that folder, once it listens. */
async function serving(who: Stranger, folder: string, command: string[]) {
  const program = who.run(folder, command, { APP_SERVER_PORT: '0' });
  const found = await program.line(/"msg":"Hookline listens on ([^\s"]+)/);
  const lines = found.input.split('\n');
  const said = lines.find((line) => line.includes('Hookline listens on')) ?? '';
  return { program, url: found[1] ?? '', started: JSON.parse(said) };
}

/** Once nobody holds its output any more. */
async function isGone(program: Program, url: string): Promise<void> {
  await program.outcome;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
}

async function endsInOrder(program: Program, url: string): Promise<void> {
  await isGone(program, url);
  expect(program.stdout).toContain('"msg":"stopped"');
}

test('two runs make the same bytes, and the checksums are theirs', () => {
  const again = join(work, 'again');
  release(again);
  const sums = readFileSync(join(dist, 'SHA256SUMS'), 'utf8');
  expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(sums);
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: dist, stdio: 'ignore' });
  expect(globSync('*', { cwd: dist }).toSorted()).toEqual([
    'SHA256SUMS',
    `hookline-${version}.cdx.json`,
    `hookline-${version}.tgz`,
    `hookline-client-${version}.cdx.json`,
    `hookline-client-${version}.tgz`,
  ]);
});

test.each([
  [
    'hookline',
    /^(bin\/\w+\.mjs|server\/dist\/([\w-]+\.mjs|\w+\/pages\/\w+\.(css|js|svg))|home\/dist\/[\w.-]+\.(html|(js|css|svg)(\.br|\.gz)?)|docs\/[\w-]+\.md|deploy\/(cluster\/)?(Caddyfile|Containerfile|[\w-]+\.(conf|yaml|json|service))|examples\/\w+\.(html|mjs)|LICENSE|THIRD-PARTY-LICENSES|(README|CHANGELOG|SECURITY)\.md|package\.json)$/,
  ],
  ['hookline-client', /^([\w/-]+(\.js|\.d\.ts)|LICENSE|README\.md|package\.json)$/],
])('%s has what it needs in it, and nothing of where it was made', (name, expected) => {
  const folder = join(work, `unpacked-${name}`);
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', tarball(name), '-C', folder, '--strip-components=1']);
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(15);
  const names = files.map((file) => file.slice(folder.length + 1));
  expect(names.filter((one) => !expected.test(one))).toEqual([]);
  const places = [root, work, `${homedir()}/`];
  for (const file of files) {
    const text = readFileSync(file, 'latin1');
    expect(
      places.filter((place) => text.includes(place)),
      file,
    ).toEqual([]);
    if (/\.m?js$/.test(file))
      expect(text, file).not.toMatch(/https?:\/\/[\w.-]*(npmjs|registry)\./);
  }
  const links = [
    ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(((?!#|http)[^)#]+)/g),
  ];
  for (const [, link = ''] of links) expect(names).toContain(link);
});

describe.each(NODES)('with Node %i', (line) => {
  let who: Stranger;
  let folder: string;
  beforeAll(async () => {
    who = stranger(line);
    folder = await installed(who, 'hookline');
  });

  test('npx hookline serve has page, archive, tail and send, and ends with npx', async () => {
    expect(execFileSync(who.node, ['--version'], { encoding: 'utf8' })).toContain(`v${line}.`);
    const { program, url, started } = await serving(who, folder, ['npx', 'hookline', 'serve']);
    expect(started.version).toBe(version);
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'alive', version });
    const browser: Browser = await sharedBrowser();
    const page = await openHome(await openDesk(browser), url);
    const tail = who.run(folder, ['node_modules/.bin/hookline', 'tail', '--url', url]);
    await expect.poll(() => tail.stderr).toContain('listening to');
    writeFileSync(join(folder, 'job.json'), '{"delivery_id":"J-4711","status":"picked_up"}');
    const send = ['npx', 'hookline', 'send', 'job.json', '--channel', 'jobs', '--url', url];
    const sent = await who.run(folder, send).outcome;
    expect(sent, sent.stderr).toMatchObject({ code: 0 });
    await expect.poll(() => tail.stdout).toContain('J-4711');
    await page.getByText('J-4711').first().waitFor();
    await expect
      .poll(async () => (await fetch(`${url}/api/jobs?q=J-4711`)).text())
      .toContain('"reference":"J-4711"');
    tail.child.kill('SIGINT');
    expect(await tail.outcome).toMatchObject({ code: 0, signal: null });
    await page.close();
    program.child.kill('SIGTERM');
    await endsInOrder(program, url);
  });

  test('SIGKILL of npx, or of the command itself, leaves nobody behind', async () => {
    for (const command of [['npx', 'hookline'], ['node_modules/.bin/hookline']]) {
      const { program, url } = await serving(who, folder, [...command, 'serve']);
      program.child.kill('SIGKILL');
      // One that has become the service itself is killed with it.
      const isService = line >= 24 && command.length === 1;
      await (isService ? isGone : endsInOrder)(program, url);
    }
  });

  test('signals and exit codes go through the command', async () => {
    const { program, url } = await serving(who, folder, ['node_modules/.bin/hookline', 'serve']);
    program.child.kill('SIGTERM');
    expect(await program.outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    await endsInOrder(program, url);
    const hangup = await serving(who, folder, ['node_modules/.bin/hookline', 'serve']);
    hangup.program.child.kill('SIGHUP');
    expect(await hangup.program.outcome).toMatchObject({ code: null, signal: 'SIGHUP' });
    const command = ['node_modules/.bin/hookline'];
    const outcome = (...words: string[]) => who.run(folder, [...command, ...words]).outcome;
    expect(await outcome('--version')).toMatchObject({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
    expect((await outcome('--help')).stdout).toContain(`Hookline ${version}`);
    expect((await outcome('serve', '--help')).stdout).toContain('--app.webhook.token=');
    expect((await outcome('check')).stdout).toMatch(/^ok +home page +built$/m);
    expect(await outcome('serve', '--app.server.prot=1')).toMatchObject({ code: 2, stdout: '' });
    expect(await outcome('nonsense')).toMatchObject({ code: 2, stdout: '' });
    const hashing = `echo geheim | ${command} hash-password`;
    expect((await who.run(folder, ['sh', '-c', hashing]).outcome).stdout).toMatch(/scrypt/);
  });
});

test('[OP4] a client that openapi-typescript makes of the API sends and reads', async () => {
  const who = stranger(26);
  const folder = await installed(who, 'hookline');
  const { url } = await serving(who, folder, ['node_modules/.bin/hookline', 'serve']);
  const making = ['npm', 'exec', '--yes', ...OPENAPI_TYPESCRIPT.map((name) => `--package=${name}`)];
  const types = ['openapi-typescript', `${url}/api/openapi.json`, '--output', 'hookline-api.ts'];
  const steps = [
    ['npm', 'install', '--no-audit', '--no-fund', OPENAPI_FETCH],
    [...making, '--', ...types],
  ];
  for (const step of steps) {
    const { code, stdout, stderr } = await who.run(folder, step).outcome;
    expect(code, stdout + stderr).toBe(0);
  }
  // As the docs have it, then what is known of its types.
  const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const [, shown = ''] = /```ts\n(import createClient[\s\S]*?)```/.exec(guide) ?? [];
  writeFileSync(
    join(folder, 'client.ts'),
    `${shown.replace('http://127.0.0.1:8080', url)}
import type { components } from './hookline-api.ts';
const sent = await hookline.POST('/api/webhook/jobs', {
  body: { delivery_id: 'J-4711', status: 'created' },
  params: { header: { 'idempotency-key': 'J-4711' } },
});
const receipt: components['schemas']['Receipt'] | undefined = sent.data;
const page = await hookline.GET('/api/jobs');
const jobs: components['schemas']['JobPage'] | undefined = page.data;
const refused = await hookline.GET('/api/jobs', { params: { query: { limit: 0 } } });
const problem: components['schemas']['Problem'] | undefined = refused.error;
console.log(receipt?.id, jobs?.items[0]?.reference, problem?.code);
`,
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const rest = ['--allowImportingTsExtensions', '--lib', 'es2022,dom', '--types', ''];
  execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, ...rest, 'client.ts'], {
    cwd: folder,
    stdio: 'inherit',
  });
  await fetch(`${url}/api/webhook/jobs`, { method: 'POST', body: '{"delivery_id":"J-4710"}' });
  const listed = async () => (await fetch(`${url}/api/jobs`)).text();
  await expect.poll(listed).toContain('J-4710');
  const ran = await who.run(folder, ['node', 'client.ts']).outcome;
  const stdout = expect.stringMatching(/^\[ 'J-4710' \]\n2 J-471\d bad_request\n$/);
  expect(ran, ran.stderr).toMatchObject({ code: 0, stdout });
});

test('somebody who may write nothing in the package has the compiled code among their own', async () => {
  const who = stranger(20);
  const folder = await installed(who, 'hookline');
  const own = join(work, 'own-cache');
  mkdirSync(own);
  chmodSync(own, 0o777);
  execFileSync('chmod', ['-R', 'a-w', join(folder, 'node_modules')]);
  const user =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const command = [...user, 'node_modules/.bin/hookline', '--version'];
  const seen = { code: 0, stdout: `${version}\n`, stderr: '' };
  expect(await who.run(folder, command, { XDG_CACHE_HOME: own }).outcome).toMatchObject(seen);
  expect(globSync('hookline/.compiled/**/*', { cwd: own }).length).toBeGreaterThan(2);
  const nowhere = { XDG_CACHE_HOME: join(folder, 'node_modules'), HOME: '/nonexistent' };
  expect(await who.run(folder, command, nowhere).outcome).toMatchObject(seen);
  expect(globSync('node_modules/hookline/.compiled', { cwd: folder })).toEqual([]);
});

test('[OB] the unit that comes along starts it, waits for it and has it read its tokens again', async () => {
  const who = stranger(26);
  const folder = await installed(who, 'hookline');
  const unit = readFileSync(join(folder, 'node_modules/hookline/deploy/hookline.service'), 'utf8');
  const config = join(folder, 'service.yaml');
  writeFileSync(config, 'app.server.port: 0\napp.access.token: a-long-random-text\n');
  const line = (name: string) => {
    const [, value = ''] = new RegExp(`^${name}=(.+)$`, 'm').exec(unit) ?? [];
    return value
      .replaceAll('/opt/hookline', folder)
      .replace('/etc/hookline/hookline.yaml', config)
      .split(' ');
  };
  const found = await serving(who, folder, line('ExecStart'));
  const of = { MAINPID: String(found.program.child.pid), APP_SERVER_PORT: new URL(found.url).port };
  for (const name of ['ExecStartPost', 'ExecReload']) {
    expect(await who.run(folder, line(name), of).outcome).toMatchObject({ code: 0, stderr: '' });
  }
  await expect.poll(() => found.program.stdout).toContain('tokens and senders as before');
  found.program.child.kill('SIGTERM');
  await endsInOrder(found.program, found.url);
});

test('without the optional packages it takes a Node that is new enough, and says so otherwise', async () => {
  const old = stranger(20);
  const folder = await installed(old, 'hookline', '--omit=optional');
  const command = ['node_modules/.bin/hookline', '--version'];
  expect(await stranger(26).run(folder, command).outcome).toMatchObject({
    code: 0,
    stdout: `${version}\n`,
  });
  expect(await old.run(folder, command).outcome).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^hookline: needs Node 26.*\n.*This one is 20\.\d+\.\d+\.\n$/),
  });
});

describe('hookline-client', () => {
  let who: Stranger;
  let folder: string;
  let place: string;
  beforeAll(async () => {
    who = stranger(20);
    folder = await installed(who, 'hookline-client');
    place = await installed(stranger(26), 'hookline');
  });

  /** A service that a page from there may ask, from the package as it is installed. */
  async function service(origin: string) {
    const command = [join(place, 'node_modules/.bin/hookline'), 'serve'];
    const allowed = `--app.server.allowed-origins=${origin}`;
    return serving(stranger(26), emptyFolder(work), [...command, allowed]);
  }

  const PROGRAM = `
import { type LiveEvent, liveEvents } from 'hookline-client';
import { createTelephony, type TelephonySnapshot } from 'hookline-client/telephony';
const live = liveEvents({ baseUrl: process.argv[2] ?? '' });
live.onEvent((event: LiveEvent) => {
  const { state }: TelephonySnapshot = createTelephony().getSnapshot();
  console.log('heard', event.id, event.text, state);
  live.stop();
});
declare const process: { argv: string[] };
declare const console: { log(...words: unknown[]): void };
`;

  test('is live in Node, with its types, compiled as nodenext', async () => {
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--types',
      '',
    ];
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, 'program.ts'], { cwd: folder });
    const { url } = await service('http://localhost');
    await fetch(`${url}/api/webhook`, { method: 'POST', body: '{"n":1.0}' });
    for (const line of NODES) {
      const program = stranger(line).run(folder, ['node', 'program.js', url]);
      expect(await program.outcome).toMatchObject({
        code: 0,
        stdout: 'heard 1 {"n":1.0} none\n',
        stderr: '',
      });
    }
  });

  test('is live in a page without a bundler, and in one that Vite builds', async () => {
    const example = readFileSync(join(root, 'examples/live.html'), 'utf8');
    const bundled = join(folder, 'bundled');
    mkdirSync(bundled);
    const [, script = ''] = /<script type="module">([\s\S]*)<\/script>/.exec(example) ?? [];
    const ours = './node_modules/hookline-client/index.js';
    expect(script).toContain(ours);
    writeFileSync(join(bundled, 'main.js'), script.replace(ours, 'hookline-client'));
    writeFileSync(
      join(bundled, 'index.html'),
      example.replace(script, '').replace('type="module"', 'type="module" src="./main.js"'),
    );
    execFileSync(join(root, 'node_modules/.bin/vite'), ['build', bundled, '--logLevel', 'error']);
    const port = await servePages((path) => {
      const [file = ''] = path.split('?', 1);
      if (file === '/plain.html') return { type: 'text/html', body: example };
      if (file === '/built.html')
        return { type: 'text/html', body: readFileSync(join(bundled, 'dist/index.html'), 'utf8') };
      const base = file.startsWith('/assets/') ? join(bundled, 'dist') : folder;
      if (!file.endsWith('.js')) return undefined;
      return { type: 'text/javascript', body: readFileSync(join(base, file), 'utf8') };
    });
    const origin = `http://localhost:${port}`;
    const { url } = await service(origin);
    const desk = await openDesk(await sharedBrowser());
    for (const [n, name] of ['plain', 'built'].entries()) {
      const page = await desk.newPage();
      await page.goto(`${origin}/${name}.html?backend=${url}`);
      await page.getByRole('status').getByText('live').waitFor();
      await fetch(`${url}/api/webhook/jobs`, { method: 'POST', body: `{"page":"${name}"}` });
      await page
        .getByRole('listitem')
        .getByText(`#${n + 1} jobs {"page":"${name}"}`)
        .waitFor();
      await page.close();
    }
  });

  test('publint and attw find nothing', async () => {
    const looks = emptyFolder(work);
    const look = async (tool: string, ...words: string[]) => {
      const { code, stdout, stderr } = await stranger(26).run(looks, [
        'npm',
        'exec',
        '--yes',
        `--package=${tool}`,
        '--',
        ...words,
      ]).outcome;
      expect(code, stdout + stderr).toBe(0);
      return stdout;
    };
    for (const name of ['hookline-client', 'hookline']) {
      expect(await look(PUBLINT, 'publint', 'run', tarball(name), '--strict')).toContain(
        'All good!',
      );
    }
    const types = await look(
      ATTW,
      'attw',
      tarball('hookline-client'),
      '--profile',
      'esm-only',
      '--no-color',
    );
    expect(types).toContain('"hookline-client/telephony"');
  });
});
