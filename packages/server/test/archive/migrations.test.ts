import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, openStore } from '../../src/archive/store/store.ts';
import { DATABASES, emptyDatabase } from '../support/databases.ts';

test.each(DATABASES)('[AR11] %s: migrations run at start and only once', async (kind) => {
  const url = await emptyDatabase(kind);
  for (let start = 0; start < 2; start++) {
    const store = openStore(url, 'write');
    await migrate(store, url);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      store.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(['001-first']);
    await store.close();
  }
});
