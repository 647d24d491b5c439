import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobHistory } from '@hookline/contract';
import { expect, test } from 'vitest';
import { type Recorded, scoreOf } from '../../../../records/test/judge.ts';
import { DATABASES } from '../../support/databases.ts';
import { ALL, WrittenArchive } from '../../support/written-archive.ts';

const FOLDER = join(import.meta.dirname, '../../../../records/test/payloads');
const RECORDED = readdirSync(FOLDER)
  .map((file): Recorded => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
  .filter(({ channel }) => channel === 'jobs');

test.each(DATABASES)(
  '[RE2] [RE3] [RE4] [RE5] %s: what foreign systems send becomes one job each, with its facts',
  async (kind) => {
    const written = await WrittenArchive.on(kind);
    for (const { messages } of RECORDED) {
      for (const message of messages) written.webhook('jobs', message);
    }
    await written.settled();
    const counts = { right: 0, wrong: 0 };
    for (const one of RECORDED) {
      const { reference, alsoAcceptable } = one.expect;
      const names = [reference, ...alsoAcceptable].filter((name) => name !== null);
      const found = await Promise.all(names.map((name) => written.archive.job(name, ALL)));
      const page = found.find((job) => job !== undefined);
      expect(page, one.source).toBeDefined();
      const job: JobHistory = JSON.parse(`{${page?.now},"versions":[${page?.items.join(',')}]}`);
      expect(job.versions, one.source).toHaveLength(one.messages.length);
      const { right, wrong } = scoreOf(one, job);
      counts.right += right.length;
      counts.wrong += wrong.length;
    }
    // No other job was made of them.
    expect(await written.jobs()).toHaveLength(RECORDED.length);
    expect(counts.right / (counts.right + counts.wrong)).toBeGreaterThanOrEqual(0.9);
  },
);
