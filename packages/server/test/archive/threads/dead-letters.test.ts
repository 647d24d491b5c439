import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../src/archive/engine/store/store.ts';
import { DATABASES } from '../../support/databases.ts';
import { only, WrittenArchive } from '../../support/written-archive.ts';

/** PostgreSQL refuses a NUL by itself; SQLite takes anything unless it is told not to. */
const BAD = 'Frau\0Muster';

describe.each(DATABASES)('%s: what the database refuses', (kind) => {
  async function picky(): Promise<WrittenArchive> {
    const written = await WrittenArchive.on(kind);
    await written.settled();
    if (kind === 'sqlite') {
      const store = openStore(written.url, 'write');
      for (const [table, column] of [
        ['addresses', 'name'],
        ['calls', 'name'],
        ['jobs', 'status'],
      ]) {
        for (const action of ['insert', 'update']) {
          await sql
            .raw(
              `create trigger refuse_${table}_${action} before ${action} on ${table}
               when instr(new.${column}, char(0)) > 0
               begin select raise(abort, 'refused'); end`,
            )
            .execute(store.db);
        }
      }
      await store.close();
    }
    return written;
  }

  test('[AR14] is set aside with its reason, and the others go on', async () => {
    const written = await picky();
    written.webhook('kunden', { number: '030 23125-100', name: 'vorher' });
    written.webhook('kunden', { number: '030 23125-101', name: BAD });
    written.webhook('jobs', [
      { jobId: 1, status: 'new' },
      { jobId: 2, status: BAD },
      { jobId: 3, status: 'new' },
    ]);
    written.report([
      { callId: 'a', state: 'ringing', name: BAD },
      { callId: 'b', state: 'held' },
    ]);
    written.webhook('kunden', { number: '030 23125-102', name: 'nachher' });
    await written.settled();
    expect((await written.addresses()).map(({ name }) => name)).toEqual(['nachher', 'vorher']);
    expect((await written.jobs()).map(({ reference }) => reference).toSorted()).toEqual(['1', '3']);
    expect((await written.calls()).map(({ callId }) => callId)).toEqual(['b']);
    expect(await written.events()).toHaveLength(4);
    const rows = await written.rows('dead_letters');
    expect(rows.map((row) => row['kind'])).toEqual(['kunden', 'jobs', 'calls']);
    for (const row of rows) {
      expect(row['reason']).not.toBe('');
      expect(JSON.stringify(JSON.parse(String(row['content'])))).toContain('Frau\\u0000Muster');
    }
    expect(written.archive.figures()).toMatchObject({ deadLetters: 3, failures: 0 });
    expect(written.archive.troubles()).toEqual([expect.stringContaining('refused 3 records')]);
  });

  test('[AR14] one bad name does not cost the rest of a phone book', async () => {
    const written = await picky();
    const book = Array.from({ length: 50 }, (_, i) => ({
      number: `069 90009-${200 + i}`,
      name: i === 25 ? BAD : `Nr. ${i}`,
    }));
    written.phoneBook({ addresses: book });
    await written.settled();
    expect(await written.addresses()).toHaveLength(49);
    const row = only(await written.rows('dead_letters'));
    expect(JSON.parse(String(row['content']))).toEqual({
      ...book[25],
      fields: {},
    });
  });
});
