import { CHANNELS, GENERIC } from '@hookline/contract/words';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { index } from './create-index.ts';

export async function senders(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('events').addColumn('sender', 'text').execute();
  await index(db, 'events', ['sender', 'received_at', 'id'], sql`sender is not null`);
  await schema
    .createTable('sources')
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('life', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sources_pk', ['sender', 'url', 'life'])
    .execute();
  await schema
    .createTable('silences')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('since', 'text', (c) => c.notNull())
    .execute();
  // An office that has been sent events before must not be shown how to get the first one.
  for (const channel of [...CHANNELS, null]) {
    const of = channel === null ? sql`channel is null` : sql`channel = ${channel}`;
    const { rows } = await sql<{ first: string | null; last: string | null }>`
      select (select min(received_at) from events where ${of}) as first,
        (select max(received_at) from events where ${of}) as last`.execute(db);
    const [{ first, last } = { first: null, last: null }] = rows;
    if (first === null || last === null) continue;
    const state = JSON.stringify({ firstAt: first, lastAt: last });
    await db
      .insertInto('sources')
      .values({ sender: '', url: channel ?? GENERIC, life: '', state })
      .execute();
  }
}
