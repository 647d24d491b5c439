import { expect, test } from 'vitest';
import { rowsOf, serviceWith, settled, until } from './support/archive.ts';
import { ownDatabase } from './support/postgres.ts';
import { type Service, startService, temporaryFolder } from './support/service.ts';

const LISTS = 40;
const JOBS = 60;

const databases = [
  ['SQLite', async (folder: string) => `sqlite:${folder}/hookline.db`],
  ['PostgreSQL', () => ownDatabase()],
] as const;

async function rereading({ url }: Service): Promise<number | null> {
  const { rereading: percent } = await (await fetch(`${url}/readyz`)).json();
  return percent;
}

async function referencesOf({ url }: Service, filter: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/jobs?${filter}&format=ndjson`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line).reference);
}

test.each(databases)(
  '[RE4] [AR11] %s: kill -9 while everything is read anew; it goes on, and nothing waits for it',
  async (_, database) => {
    const folder = temporaryFolder();
    const url = await database(folder);
    const first = await serviceWith(url, folder);
    const all: string[] = [];
    for (let list = 0; list < LISTS; list++) {
      const jobs = Array.from({ length: JOBS }, (_, i) => ({
        jobId: `${list}-${i}`,
        status: 'neu',
      }));
      all.push(...jobs.map(({ jobId }) => jobId));
      expect((await first.post('/api/webhook/jobs', JSON.stringify(jobs))).status).toBe(202);
    }
    await settled(first);
    expect(await referencesOf(first, 'class=new')).toHaveLength(all.length);
    first.program.child.kill('SIGTERM');
    await first.program.outcome;

    const env = {
      APP_ARCHIVE_URL: url,
      APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
      APP_JOBS_STATUS_WORDS: 'neu=problem',
    };
    const second = await startService([], env);
    await second.program.line(/what is stored is read anew/);
    second.program.child.kill('SIGKILL');
    await second.program.outcome;
    const [{ cursor } = { cursor: null }] = await rowsOf(
      url,
      "select cursor from readings where kind = 'jobs'",
    );
    expect(cursor).not.toBeNull();

    const third = await startService([], env);
    // What comes in meanwhile does not wait for the end of it.
    await third.post('/api/webhook/jobs', '{"jobId":"live","status":"neu"}');
    await until(
      () => referencesOf(third, 'class=problem&reference=live'),
      (found) => found.includes('live'),
    );
    await third.program.line(/what is stored was read anew/);
    expect(await referencesOf(third, 'class=new')).toEqual([]);
    expect((await referencesOf(third, 'class=problem')).toSorted()).toEqual(
      [...all, 'live'].toSorted(),
    );
    await until(
      () => rereading(third),
      (percent) => percent === null,
    );
  },
);
