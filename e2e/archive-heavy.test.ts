import { expect, test } from 'vitest';
import {
  figuresOf,
  readiness,
  serviceWith,
  settled,
  spooledIn,
  storedIds,
  until,
} from './support/archive.ts';
import { acceptedIds, generic, type Post, postAll } from './support/load.ts';
import { ownDatabase } from './support/postgres.ts';
import { temporaryFolder } from './support/service.ts';

const MEGABYTE = 1024 * 1024;

/** A long list of customers: much work for the archive, in which it hears nobody. */
const customers: Post = (turn) => {
  const list: string[] = [];
  for (let bytes = 0, n = 0; bytes < MEGABYTE / 4; n++) {
    const number = `030 ${100_000 + turn * 5000 + n}`;
    list.push(`{"name":"Kunde ${n}","telefon":"${number}","ort":"Berlin"}`);
    bytes += (list.at(-1)?.length ?? 0) + 1;
  }
  return ['/api/webhook/kunden', `[${list.join()}]`];
};

const databases = [
  ['SQLite', async (folder: string) => `sqlite:${folder}/hookline.db`],
  ['PostgreSQL', () => ownDatabase()],
] as const;

test.each(databases)(
  '[AR12] SIGTERM under heavy work with %s: everything is stored or in the journal in time',
  async (_, database) => {
    const folder = temporaryFolder();
    const url = await database(folder);
    const { program, ...service } = await serviceWith(url, folder);
    const heavy = await postAll({ program, ...service }, 6, customers);
    const light = await postAll({ program, ...service }, 200, generic);
    program.child.kill('SIGTERM');
    expect(await program.outcome).toMatchObject({ code: 0 });
    const accepted = acceptedIds([...heavy, ...light]);
    expect(accepted).toHaveLength(206);

    const next = await serviceWith(url, folder);
    await until(
      () => figuresOf(next),
      ({ waiting_records }) => waiting_records === 0,
    );
    expect(await storedIds(url)).toEqual(accepted);
    expect(spooledIn(folder)).toEqual([]);
  },
);

test('[AR12] heavy webhooks fill the queue: none is dropped, and no light one either', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const service = await serviceWith(url, folder);
  const large = `"${'x'.repeat(MEGABYTE - 100)}"`;
  const heavy = await postAll(service, 3, customers);
  const heavier = await postAll(service, 90, () => ['/api/webhook', large]);
  const light = await postAll(service, 100, generic);
  const answers = [...heavy, ...heavier, ...light];
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  const { dropped } = await until(
    () => figuresOf(service),
    ({ waiting_records }) => waiting_records === 0,
  );
  expect(dropped).toBe(0);
  expect(await storedIds(url)).toEqual(acceptedIds(answers));
  expect(await readiness(service)).toMatchObject({ status: 'ready' });
  await settled(service);
});
