import { expect, test } from 'vitest';
import { reasonsOf, rowsOf, serviceWith, settled, storedIds, until } from './support/archive.ts';
import { acceptedIds, mixed, postAll, startLoad } from './support/load.ts';
import { ownDatabase } from './support/postgres.ts';
import { temporaryFolder } from './support/service.ts';

test('[AR14] what PostgreSQL refuses is set aside with its reason, and the rest is stored', async () => {
  const url = await ownDatabase();
  const service = await serviceWith(url, temporaryFolder());
  const refused = String.raw`{"name":"a\u0000b","telefon":"030 901899"}`;
  const load = startLoad(service, mixed);
  const [bad] = await postAll(service, 1, () => ['/api/webhook/kunden', refused]);
  await until(
    () => load.answers.length,
    (count) => count > 200,
  );
  const answers = [...(await load.stop()), ...(bad ? [bad] : [])];
  const { stored, dead_letters } = await settled(service);
  expect({ stored, dead_letters }).toEqual({ stored: answers.length, dead_letters: 1 });
  await expect.poll(() => reasonsOf(service)).toContain('the database refused 1 record');
  // The event itself is text like any other.
  expect(await storedIds(url)).toEqual(acceptedIds(answers));
  const [row, ...more] = await rowsOf(url, 'select kind, reason, content from dead_letters');
  expect(row?.['kind']).toBe('kunden');
  expect(JSON.parse(String(row?.['content']))).toMatchObject({ name: 'a\u0000b' });
  expect(row?.['reason']).toMatch(/0x00|null character/i);
  expect(more).toEqual([]);
});

test('[AR6] two services that report the same numbers at once make one record each and lose no field', async () => {
  const url = await ownDatabase();
  const services = await Promise.all(
    ['first', 'second'].map(() => serviceWith(url, temporaryFolder())),
  );
  const loads = services.map((service, which) =>
    startLoad(
      service,
      (turn) => {
        const number = `030 9018${String((turn * (which ? 7 : 3)) % 20).padStart(2, '0')}`;
        const report = { name: 'N', telefon: number, [`${which ? 'b' : 'a'}${turn % 7}`]: turn };
        return ['/api/webhook/kunden', JSON.stringify(report)];
      },
      4,
    ),
  );
  // Every number with every field, from both.
  await until(
    () => Math.min(...loads.map((load) => load.answers.length)),
    (count) => count > 160,
  );
  const answers = await Promise.all(loads.map((load) => load.stop()));
  for (const service of services)
    expect(await settled(service)).toMatchObject({ dropped: 0, dead_letters: 0 });
  expect((await storedIds(url)).length).toBe(answers.flat().length);
  const rows = await rowsOf(url, 'select dedup_key, fields from addresses');
  expect(rows.length).toBe(20);
  for (const { fields } of rows) {
    expect(
      Object.keys(JSON.parse(String(fields))).filter((name) => /^[ab]\d$/.test(name)),
    ).toHaveLength(14);
  }
});
