import type { KeptSources, SourceChanges } from '../archive.ts';
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
        conflict.columns(['sender', 'url', 'life']).doUpdateSet({ state: row.state }),
      )
      .execute();
  }
  for (const { sender, url, life } of forgotten) {
    await db
      .deleteFrom('sources')
      .where('sender', '=', sender)
      .where('url', '=', url)
      .where('life', '=', life)
      .execute();
  }
  if (silences === null) return;
  await db.deleteFrom('silences').execute();
  if (silences.length > 0) {
    await db
      .insertInto('silences')
      .values([...silences])
      .execute();
  }
}

export async function keptSources(db: Db): Promise<KeptSources> {
  const sources = await db.selectFrom('sources').selectAll().execute();
  const silences = await db.selectFrom('silences').selectAll().execute();
  return { sources, silences };
}
