import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { until } from '../e2e/support/archive.ts';
import { Program, temporaryFolder } from '../e2e/support/service.ts';
import { sharedService } from '../e2e/support/shared-service.ts';
import { commandsIn, PAGES, readPage, shapeOf, shownIn } from './commands-in-docs.ts';
import { ELSEWHERE, startsWith } from './commands-run-elsewhere.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const TOKEN = 'a-long-random-text';
const open = sharedService();
/** For commands that show where a token goes. */
const closed = sharedService([
  `--app.webhook.token=${TOKEN}`,
  `--app.access.token=${TOKEN}`,
  '--app.telephony.system=cti',
  `--app.telephony.push.token=${TOKEN}`,
]);

/** What somebody who reads the docs has sent, or has in a file. */
const ORDER = '{"delivery_id":"J-4711","status":"picked_up"}';

/** What may be typed on anybody's machine. What is not among it has to say why. @needs curl openssl */
const HARMLESS = [
  'curl',
  'hookline tail',
  'hookline send',
  'hookline mapping',
  'hookline check',
  'mkdir',
  'openssl',
  'echo',
  'chmod',
  'npm run --silent hash-password',
];
const isAmong = (all: readonly string[], command: string) =>
  all.some((starts) => startsWith(command, starts));
const ELSEWHERE_STARTS = ELSEWHERE.map(({ starts }) => starts);

const isEndless = (command: string) => /^curl -N |^hookline tail\b(?!.*--count)/.test(command);
const typed = (page: string) =>
  commandsIn(readPage(page)).filter(
    (command) => isAmong(HARMLESS, command) && !isAmong(ELSEWHERE_STARTS, command),
  );

interface Place {
  readonly folder: string;
  /** Host and port of a program that takes what is forwarded. */
  readonly hook: string;
}

/** As a reader types it whose service is not at the usual place. */
async function asTyped(command: string, { folder, hook }: Place) {
  const { url } = await (command.includes('TOKEN') ? closed() : open());
  // It takes requests before its tables are there.
  const headers = { authorization: `Bearer ${TOKEN}` };
  await until(
    () => fetch(`${url}/api/archive/events?limit=1`, { headers }),
    ({ ok }) => ok,
  );
  const script = command
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('TOKEN', TOKEN)
    .replaceAll(/\bhookline (tail|send|mapping \w+)\b/g, `hookline $1 --url ${url}`)
    .replaceAll('localhost:3000', hook)
    .replaceAll('/etc/hookline.yaml', `${folder}/hookline.yaml`)
    // From a pipe the password is read without being asked for.
    .replaceAll('npm run', `echo 'Königsallee 1' | npm --prefix ${root} run`);
  return { url, script };
}

/** Runs it in a group of its own, so that a pipe ends with all its parts. */
function run(script: string, folder: string): Program {
  const program = new Program(
    'setsid',
    ['sh', '-euc', `cd "$FOLDER"\n${script}`],
    // What a server refuses is a failure of curl, which says nothing about how far it is.
    { FOLDER: folder, CURL_HOME: folder, PATH: `${root}/node_modules/.bin:${process.env['PATH']}` },
  );
  onTestFinished(() => end(program));
  return program;
}

function end({ child }: Program): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-(child.pid ?? 0), 'SIGTERM');
}

async function folderOfReader(): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'deploy'));
  writeFileSync(join(folder, 'order.json'), ORDER);
  writeFileSync(
    join(folder, 'hookline.yaml'),
    'app.server.port: 0\napp.time-zone: Europe/Berlin\n',
  );
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  return folder;
}

/** A program that takes webhooks; what it was sent so far. */
async function programOfReader() {
  const bodies: string[] = [];
  const server = createServer(async (request, answer) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { bodies, hook: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.each(PAGES.filter((page) => typed(page).length > 0))(
  '%s: what it tells to type works, and prints what it shows',
  async (page) => {
    const shown = shownIn(readPage(page));
    const all = typed(page);
    // Of several that begin so, the first one prints it.
    const shownBy = (command: string) =>
      shown.find(({ by }) => all.find((each) => each.startsWith(by)) === command)?.output;
    const { bodies, hook } = await programOfReader();
    const place = { folder: await folderOfReader(), hook };
    const service = await open();
    await fetch(`${service.url}/api/webhook/history`, { method: 'DELETE' });

    const listening = await Promise.all(
      all.filter(isEndless).map(async (command) => {
        const { script } = await asTyped(command, place);
        const program = run(script, place.folder);
        await expect
          .poll(() => program.stdout + program.stderr)
          .toMatch(/event: hello|listening to/);
        return { command, program };
      }),
    );
    expect((await service.post('/api/webhook/jobs', ORDER)).status).toBe(202);

    for (const command of all.filter((each) => !isEndless(each))) {
      const { script, url } = await asTyped(command, place);
      const { code, stdout, stderr } = await run(script, place.folder).outcome;
      const output = shownBy(command);
      const isRefusal = output?.includes('"type":"/docs#') ?? false;
      expect({ command, code, stderr: code === 0 || isRefusal ? '' : stderr + stdout }).toEqual({
        command,
        code: isRefusal ? 22 : 0,
        stderr: '',
      });
      if (output !== undefined) expect(shapeOf(stdout, url)).toBe(shapeOf(output, url));
    }
    for (const { command, program } of listening) {
      const output = shapeOf(shownBy(command) ?? 'J-4711', service.url);
      await expect.poll(() => shapeOf(program.stdout, service.url)).toContain(output);
      if (command.includes('--forward')) await expect.poll(() => bodies).toContain(ORDER);
      end(program);
      await program.outcome;
    }
    if (page === 'docs/operations.md') expectSecrets(place.folder);
  },
);

/** Those that the compose file wants. */
function expectSecrets(folder: string): void {
  const { secrets } = parse(read('deploy/compose.yaml')) as {
    secrets: Record<string, { file: string }>;
  };
  const files = Object.values(secrets).map(({ file }) => join(folder, 'deploy', file));
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect(readFileSync(file, 'utf8')).toMatch(/\S{20}/);
}

test('what is said to be printed is printed by a command of that page', () => {
  const nobody = PAGES.flatMap((page) =>
    shownIn(readPage(page))
      .filter(({ by }) => !typed(page).some((command) => command.startsWith(by)))
      .map(({ by }) => `${page}: ${by}`),
  );
  expect(nobody).toEqual([]);
});

test('every command is typed here, or commands-run-elsewhere.ts says why not', () => {
  const known = [...HARMLESS, ...ELSEWHERE_STARTS];
  const unknown = PAGES.flatMap((page) =>
    commandsIn(readPage(page))
      .filter((command) => !isAmong(known, command))
      .map((command) => `${page}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

test('what is not typed here is still told, and still done where the list says', () => {
  const all = PAGES.flatMap((page) => commandsIn(readPage(page)));
  const gone = ELSEWHERE.filter(({ starts }) => !all.some((command) => command.startsWith(starts)));
  expect(gone).toEqual([]);
  const untrue = ELSEWHERE.filter(
    ({ by }) => by && !(existsSync(join(root, by[0])) && read(by[0]).includes(by[1])),
  );
  expect(untrue).toEqual([]);
});

test('every script of package.json is told of, and no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const told = PAGES.flatMap((page) => commandsIn(readPage(page))).flatMap((command) => [
    ...command.matchAll(/\bnpm (?:run (?:--silent )?)?(?!run|install)([\w:-]+)/g),
  ]);
  const names = new Set(told.map(([, name]) => name));
  expect([...names].sort()).toEqual(Object.keys(scripts).sort());
});
