import type { Db } from '../engine/store/transaction.ts';

/** What is counted of one sender at one URL, as JSON. */
export interface KeptSource {
  /** Empty for those without a name. */
  readonly sender: string;
  readonly url: string;
  /** Which run of the service has counted it: none replaces what another one has. */
  readonly life: string;
  readonly state: string;
}

/** A sender or URL that is silent, and since when. */
export interface KeptSilence {
  readonly name: string;
  readonly since: string;
}

export interface KeptSources {
  readonly sources: readonly KeptSource[];
  readonly silences: readonly KeptSilence[];
}

/** What has changed of it; the silences are all there are, null before they are known. */
export interface SourceChanges {
  readonly sources: readonly KeptSource[];
  readonly forgotten: readonly Omit<KeptSource, 'state'>[];
  readonly silences: readonly KeptSilence[] | null;
}

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
