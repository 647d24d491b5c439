import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../e2e/support/archive.ts';
import { Program, SERVICE, temporaryFolder } from '../../e2e/support/service.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startNatsCluster } from '../../scripts/nats-for-tests.ts';
import { startPostgres } from '../../scripts/postgres-for-tests.ts';
import { installed } from './earlier-version.ts';
import { idsOf, post, Reader, Senders, tally } from './hopping.ts';

/** Events of each stage, at about twelve a second. */
const STAGE = 120;

/** One node, which is stopped and started as one version and another. */
class Place {
  readonly url: string;
  program: Program | undefined;
  readonly #env: Record<string, string>;

  constructor(port: number, env: Record<string, string>) {
    const data = temporaryFolder();
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      APP_SERVER_PORT: String(port),
      APP_ARCHIVE_SPOOL_DIR: `${data}/spool`,
      APP_ACCESS_ENDED_SESSIONS: `${data}/ended`,
      APP_TIME_ZONE: 'Europe/Berlin',
      ...env,
    };
  }

  async become([command = '', ...words]: readonly string[]): Promise<void> {
    if (this.program) {
      this.program.child.kill('SIGTERM');
      expect((await this.program.outcome).code).toBe(0);
    }
    this.program = new Program(command, words, this.#env);
    await this.program.line(/Hookline listens on/);
    await expect.poll(() => this.#obstacle()).toBe('');
  }

  async #obstacle(): Promise<string> {
    const answer = await fetch(`${this.url}/readyz`);
    return answer.ok ? '' : answer.text();
  }

  async feeds(): Promise<boolean> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return /^hookline_feed_feeding 1$/m.test(text);
  }

  /** It feeds nothing, and says why. */
  async isTooOld(): Promise<void> {
    await expect
      .poll(async () => (await fetch(`${this.url}/readyz`)).text())
      .toContain('a newer version of Hookline has changed the database');
    expect(await this.feeds()).toBe(false);
  }
}

/** @needs nats postgres */
test.each([
  ['1.0.0', 'completed-steps'],
  ['the version before rules about senders', 'late-versions'],
] as const)(
  '[CM3] [CM5] [AR11] nodes of %s and of this one, there and back',
  async (name, version) => {
    const old = installed(version);
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.remove()));
    });
    const env = {
      APP_ARCHIVE_URL: postgres.url,
      APP_CLUSTER_URL: servers.map(({ url }) => url).join(','),
      APP_CLUSTER_KEEP_BYTES: String(64 * 1024 * 1024),
    };
    const first = new Place(await freePort(), env);
    const second = new Place(await freePort(), env);
    await first.become(old);
    await second.become(old);

    const urls = [first.url, second.url];
    const senders = new Senders(urls, 12);
    const readers = Array.from({ length: 8 }, (_, n) => new Reader(urls, n < 4, n));
    const count = async (table: string) =>
      Number((await rowsOf(postgres.url, `select count(*) from ${table}`))[0]?.['count']);
    const rest = async (stage: string) => {
      await senders.more(STAGE);
      const pauses = readers.map(({ longestPause }) => Math.round(longestPause));
      process.stdout.write(
        `${name}, ${stage}: longest pause of intake ${Math.round(senders.longestPause)} ms, of readers ${pauses.join(', ')} ms\n`,
      );
      for (const each of [senders, ...readers]) each.longestPause = 0;
    };
    const allStored = () =>
      expect.poll(() => count('events')).toBeGreaterThanOrEqual(Math.max(...idsOf(senders)));
    /** A sender that had no answer asks the other node. */
    const countsOnce = async (stage: string) => {
      const key = `webhook/jobs ${stage}`;
      const [receipt, again] = await Promise.all(
        urls.map((url) => post(`${url}/api/webhook/jobs`, key)),
      );
      if (typeof receipt !== 'object') throw new Error(receipt);
      senders.accepted.set(key, receipt);
      expect(again).toEqual(receipt);
    };

    await rest('old ones');
    await allStored();
    await first.become(SERVICE);
    await rest('a new one joins');
    await second.isTooOld();
    await countsOnce('upgrade');
    await allStored();
    await second.become(SERVICE);
    await rest('new ones');
    await allStored();
    await first.become(old);
    await rest('an old one joins');
    await first.isTooOld();
    await countsOnce('way back');
    await allStored();
    await second.become(old);
    await rest('old ones again');
    for (const place of [first, second]) await place.isTooOld();
    await first.become(SERVICE);
    await rest('a new one again');

    expect(await tally(senders, readers)).toEqual({ lost: 0, doubled: 0, disordered: 0 });
    const ids = idsOf(senders).toSorted((a, b) => a - b);
    await allStored();
    const rows = await rowsOf(postgres.url, 'select event_id from events order by id');
    expect(rows.map((row) => Number(row['event_id']))).toEqual(ids);
    // None was written into a table of the newer schema by a node that does not know it.
    const sent = (to: string) => [...senders.accepted.keys()].filter((key) => key.startsWith(to));
    await expect.poll(() => count('jobs')).toBe(sent('webhook/jobs').length);
    await expect.poll(() => count('addresses')).toBe(sent('webhook/kunden').length);
  },
);
