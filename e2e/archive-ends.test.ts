import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  becomesReady,
  keptIds,
  rowsOf,
  serviceWith,
  settled,
  spooledIn,
  storedIds,
} from './support/archive.ts';
import { acceptedIds, generic, mixed, postAll, startLoad } from './support/load.ts';
import { ownDatabase } from './support/postgres.ts';
import { temporaryFolder } from './support/service.ts';

const databases = [
  ['SQLite', async (folder: string) => `sqlite:${folder}/hookline.db`, mixed],
  ['PostgreSQL', () => ownDatabase(), generic],
] as const;

/** After so many milliseconds what is not stored stays in the journal: the machine is too busy. */
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
  '[AR12] kill -9 under load with %s: nothing that was answered is missing, and nothing is there twice',
  async (_, database) => {
    const folder = temporaryFolder();
    const url = await database(folder);
    const first = await serviceWith(url, folder);
    const load = startLoad(first, mixed);
    await load.goesOn(300);
    first.program.child.kill('SIGKILL');
    expect(await first.program.outcome).toMatchObject({ signal: 'SIGKILL' });
    const accepted = acceptedIds(await load.stop());
    expect(accepted.length).toBeGreaterThanOrEqual(300);
    await expectSound(url);

    const next = await serviceWith(url, folder);
    await settled(next);
    await becomesReady(next);
    const stored = await storedIds(url);
    expect(accepted.filter((id) => !stored.includes(id))).toEqual([]);
    expect(repeated(stored)).toEqual([]);
    expect((await next.post('/api/webhook', '"again"')).status).toBe(202);
    await settled(next);
    expect((await storedIds(url)).length).toBe(stored.length + 1);
  },
);

test('[AR12] what pages report is not missing either after kill -9', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const { program, ...service } = await serviceWith(url, folder);
  const numbers = Array.from({ length: 20 }, (_, n) => `030 23125-${100 + n}`);
  const reports = numbers.flatMap((number, n) => [
    service.post('/api/addresses', JSON.stringify({ number, name: `Kundin ${n}` })),
    service.post('/api/calls', JSON.stringify({ callId: `c${n}`, from: number, state: 'ringing' })),
  ]);
  const answers = await Promise.all(reports);
  program.child.kill('SIGKILL');
  await program.outcome;
  expect(answers.map(({ status }) => status)).toEqual(reports.map(() => 202));
  await settled(await serviceWith(url, folder));
  expect(await rowsOf(url, 'select count(*) as n from addresses')).toEqual([{ n: 20 }]);
  expect(await rowsOf(url, 'select count(*) as n from calls')).toEqual([{ n: 20 }]);
});

test('[AR12] an end that can neither store nor write the journal says how much was lost, and fails', async () => {
  const folder = temporaryFolder();
  const inTheWay = `${folder}/data`;
  writeFileSync(inTheWay, 'a file where the folder should be');
  const { program, ...service } = await serviceWith(`sqlite:${inTheWay}/hookline.db`, inTheWay);
  await postAll({ program, ...service }, 10, mixed);
  program.child.kill('SIGTERM');
  const { code, stdout } = await program.outcome;
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /"records":10\b.*had to end before everything was stored or in the journal/,
  );
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
