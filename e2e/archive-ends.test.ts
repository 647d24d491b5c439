import { expect, test } from 'vitest';
import {
  becomes,
  figuresOf,
  ownDatabase,
  pause,
  rowsOf,
  serviceWith,
  settled,
  storedIds,
  until,
} from './support/archive.ts';
import { acceptedIds, generic, mixed, startLoad } from './support/load.ts';
import { temporaryFolder } from './support/service.ts';

const databases = [
  ['SQLite', async (folder: string) => `sqlite:${folder}/hookline.db`, mixed],
  // Events only: what is promised holds for a database that keeps up, on a busy machine too.
  ['PostgreSQL', () => ownDatabase(), generic],
] as const;

/** How much later than asked for this machine let timers run of late: its noise, not our delay. */
class Noise {
  #worst = 0;
  #last = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.#worst = Math.max(this.#worst * 0.99, now - this.#last - 5);
    this.#last = now;
  }, 5);

  stop(): number {
    clearInterval(this.#timer);
    return Math.max(this.#worst, performance.now() - this.#last - 5);
  }
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
    await pause(1500);
    program.child.kill('SIGTERM');
    expect(await program.outcome).toMatchObject({ code: 0 });
    const accepted = acceptedIds(await load.stop());
    expect(accepted.length).toBeGreaterThan(100);
    // Not even the spool was needed.
    const stored = await storedIds(url);
    expect(accepted.filter((id) => !stored.includes(id))).toEqual([]);
    expect(repeated(stored)).toEqual([]);
    await expectSound(url);
  },
);

test.each(databases)(
  '[AR12] kill -9 under load with %s: at most the last 100 ms are missing',
  async (_, database, post) => {
    const folder = temporaryFolder();
    const url = await database(folder);
    const first = await serviceWith(url, folder);
    const load = startLoad(first, post);
    // A database that is still being made does not keep up yet.
    await until(
      () => figuresOf(first),
      ({ stored }) => stored > 0,
    );
    const noise = new Noise();
    await pause(2000);
    const slack = noise.stop();
    const killedAt = performance.now();
    first.program.child.kill('SIGKILL');
    expect(await first.program.outcome).toMatchObject({ signal: 'SIGKILL' });
    const answers = await load.stop();
    const due = acceptedIds(answers.filter(({ at }) => at < killedAt - 100 - slack));
    expect(due.length).toBeGreaterThan(100);
    await expectSound(url);

    const next = await serviceWith(url, folder);
    await settled(next);
    expect(await becomes(next, 'ready')).toBe('');
    const stored = await storedIds(url);
    expect(due.filter((id) => !stored.includes(id))).toEqual([]);
    expect(repeated(stored)).toEqual([]);
    expect((await next.post('/api/webhook', '"again"')).status).toBe(202);
    await settled(next);
    expect((await storedIds(url)).length).toBe(stored.length + 1);
  },
);
