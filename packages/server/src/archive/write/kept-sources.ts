import type { SourceChanges } from '../archive.ts';
import type { Db } from './transaction.ts';

/** Stores what was counted of senders. There are few rows, however much they send. */
export async function keepSources(
  db: Db,
  { sources, forgotten, silences }: SourceChanges,
): Promise<void> {
  for (const row of sources) {
    await db
      .insertInto('sources')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['sender', 'url']).doUpdateSet({ state: row.state }),
      )
      .execute();
  }
  for (const { sender, url } of forgotten) {
    await db.deleteFrom('sources').where('sender', '=', sender).where('url', '=', url).execute();
  }
  await db.deleteFrom('silences').execute();
  if (silences.length > 0) {
    await db
      .insertInto('silences')
      .values([...silences])
      .execute();
  }
}
