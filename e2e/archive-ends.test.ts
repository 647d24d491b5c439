import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  becomesReady,
  figuresOf,
  keptIds,
  rowsOf,
  serviceWith,
  settled,
  spooledIn,
  storedIds,
  until,
} from './support/archive.ts';
import { acceptedIds, generic, mixed, postAll, startLoad } from './support/load.ts';
import { ownDatabase } from './support/postgres.ts';
import { temporaryFolder } from './support/service.ts';

const databases = [
  ['SQLite', async (folder: string) => `sqlite:${folder}/hookline.db`, mixed],
  // Events only: what is promised holds for a database that keeps up, on a busy machine too.
  ['PostgreSQL', () => ownDatabase(), generic],
] as const;

/** After so many milliseconds what is not stored goes to the spool: the machine is too busy. */
const LAST_CALL = 2500;

/** Between the first and the last thing that it says about its end. */
function tookToStop(log: string): number {
  const at = (text: string) => {
    const line = log.split('\n').find((each) => each.includes(`"msg":"${text}"`)) ?? '{}';
    return Date.parse(JSON.parse(line).time);
  };
  return at('stopped') - at('stopping');
}

function repeated(ids: readonly number[]): number[] {
  return ids.filter((id, place) => ids.indexOf(id) !== place);
}

async function expectSound(url: string): Promise<void> {
  if (!url.startsWith('sqlite:')) return;
  expect(await rowsOf(url, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}

test.each(databases)(
  '[AR12] SIGTERM under load with %s: all that was accepted is stored',
  async (_, database, post) => {
    const folder = temporaryFolder();
    const url = await database(folder);
    const { program, ...service } = await serviceWith(url, folder);
    const load = startLoad({ program, ...service }, post, 12);
    await load.goesOn(300);
    program.child.kill('SIGTERM');
    const { code, stdout } = await program.outcome;
    expect(code).toBe(0);
    const accepted = acceptedIds(await load.stop());
    expect(accepted.length).toBeGreaterThan(100);
    if (spooledIn(folder).length > 0) {
      // Only for want of time or of a database, as the service itself tells it.
      const isAway = stdout.includes('the archive cannot store');
      expect(isAway || tookToStop(stdout) >= LAST_CALL, stdout).toBe(true);
    }
    const stored = await keptIds(url, folder);
    expect(accepted.filter((id) => !stored.includes(id))).toEqual([]);
    expect(repeated(stored)).toEqual([]);
    await expectSound(url);
  },
);

test.each(databases)(
  '[AR12] kill -9 under load with %s: what was collected is not missing',
  async (_, database, post) => {
    const folder = temporaryFolder();
    const url = await database(folder);
    const first = await serviceWith(url, folder);
    const load = startLoad(first, post);
    await load.goesOn(300);
    // While more comes in: only what was accepted since may be missing.
    const due = acceptedIds(load.answers);
    await until(
      () => figuresOf(first),
      ({ stored }) => stored >= due.length,
    );
    first.program.child.kill('SIGKILL');
    expect(await first.program.outcome).toMatchObject({ signal: 'SIGKILL' });
    await load.stop();
    await expectSound(url);

    const next = await serviceWith(url, folder);
    await settled(next);
    await becomesReady(next);
    const stored = await storedIds(url);
    expect(due.filter((id) => !stored.includes(id))).toEqual([]);
    expect(repeated(stored)).toEqual([]);
    expect((await next.post('/api/webhook', '"again"')).status).toBe(202);
    await settled(next);
    expect((await storedIds(url)).length).toBe(stored.length + 1);
  },
);

test.each(databases)(
  '[AR12] kill -9 with %s that keeps up: nothing is missing but what came in last',
  async (_, database) => {
    const folder = temporaryFolder();
    const url = await database(folder);
    const service = await serviceWith(url, folder);
    // On any machine it keeps up with events of which each is stored before the next comes in.
    const due: number[] = [];
    while (due.length < 20) {
      due.push(...acceptedIds(await postAll(service, 1)));
      await until(
        () => figuresOf(service),
        ({ stored }) => stored >= due.length,
      );
    }
    const last = acceptedIds(await postAll(service, 1));
    service.program.child.kill('SIGKILL');
    expect(await service.program.outcome).toMatchObject({ signal: 'SIGKILL' });
    const stored = await storedIds(url);
    expect([due, [...due, ...last]]).toContainEqual(stored);
  },
);

test('[AR12] an end that can neither store nor spool says how much was lost, and fails', async () => {
  const folder = temporaryFolder();
  const inTheWay = `${folder}/data`;
  writeFileSync(inTheWay, 'a file where the folder should be');
  const { program, ...service } = await serviceWith(`sqlite:${inTheWay}/hookline.db`, inTheWay);
  await postAll({ program, ...service }, 10, mixed);
  program.child.kill('SIGTERM');
  const { code, stdout } = await program.outcome;
  expect(code).toBe(1);
  expect(stdout).toMatch(/"records":10\b.*had to end before everything was stored or spooled/);
});

test('[AR12] an upload that never ends keeps nothing from being stored', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const { program, ...service } = await serviceWith(url, folder);
  const upload = connect(service.port, '127.0.0.1');
  onTestFinished(() => void upload.destroy());
  upload.on('error', () => {});
  upload.write('POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1');
  const answers = await postAll({ program, ...service }, 20, mixed);
  program.child.kill('SIGTERM');
  expect(await program.outcome).toMatchObject({ code: 0 });
  expect(await keptIds(url, folder)).toEqual(acceptedIds(answers));
});
