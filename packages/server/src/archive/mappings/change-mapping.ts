import { randomUUIDv7 } from 'node:crypto';
import type { Assignment, MappingChange, Mapping as MappingView } from '@hookline/contract';
import type { Channel } from '@hookline/contract/words';
import { parsedJson, presetOf } from '@hookline/records';
import { ArchiveError } from '../engine/archive-error.ts';
import { keyOf, type MappingBook, type MappingKey, versionsOf } from '../engine/mapping-book.ts';
import { inSteps } from '../engine/store/bulk-insert.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, type Editing, inTurn } from '../engine/store/transaction.ts';
import { mappingView } from './mapping-list.ts';
import { readAnew } from './read-anew.ts';

export interface MappingEditor {
  /** Saves another version, unless there is a later one than `known`; undefined knows them all. */
  saveMapping(
    sender: string,
    channel: Channel,
    change: MappingChange,
    known: number | undefined,
  ): Promise<MappingView>;
  /** Gives messages without a name to a sender; answers how many. */
  assignMessages(channel: Channel, assignment: Assignment): Promise<number>;
}

interface Context {
  readonly store: Store;
  readonly mappings: MappingBook;
}

/** Older ones nobody takes back. */
const MOST_VERSIONS = 100;
/** Messages whose texts are looked at in one turn. */
const STEP = 500;

/** `onSaved`: what is stored of somebody is to be read anew. */
export function mappingEditor(
  { turn, changed, now }: Editing<Context>,
  onSaved: () => void,
): MappingEditor {
  return {
    async saveMapping(sender, channel, change, known) {
      const key = keyOf(sender, channel);
      const view = await inTurn(turn, async (db, { mappings }) => {
        await save(db, key, change, known, new Date(now()).toISOString());
        await mappings.load(db);
        return mappingView(db, key);
      });
      changed('mappings');
      onSaved();
      return view;
    },

    async assignMessages(channel, { to, since = '', until = '9', preset }) {
      let moved = 0;
      for (let after = ''; ; ) {
        const step = await inTurn(turn, async (db) => {
          const messages = await db
            .selectFrom('events')
            .select(['id', 'received_at', 'payload'])
            .where('channel', '=', channel)
            .where('sender', 'is', null)
            .where('received_at', '>=', since)
            .where('received_at', '<', until)
            .where('id', '>', after)
            .orderBy('id')
            .limit(STEP)
            .execute();
          const meant = messages.filter(
            ({ payload }) =>
              preset === undefined || presetOf(parsedJson(payload), channel)?.name === preset,
          );
          await assign(db, meant, to);
          if (messages.length < STEP) await readAnew(db, keyOf(to, channel));
          return {
            last: messages.at(-1)?.id,
            isEnd: messages.length < STEP,
            count: meant.length,
          };
        });
        moved += step.count;
        if (step.isEnd || step.last === undefined) break;
        after = step.last;
      }
      onSaved();
      return moved;
    },
  };
}

async function assign(db: Db, messages: readonly { readonly id: string }[], sender: string) {
  await inSteps(
    messages.map(({ id }) => id),
    async (some) => {
      await db.updateTable('events').set({ sender }).where('id', 'in', some).execute();
      await db.updateTable('job_versions').set({ sender }).where('event', 'in', some).execute();
    },
  );
}

async function save(
  db: Db,
  key: MappingKey,
  { rules, by }: MappingChange,
  known: number | undefined,
  at: string,
): Promise<void> {
  const versions = await versionsOf(db, key);
  const last = versions[0]?.version ?? 0;
  if (known !== undefined && known !== last) {
    throw new ArchiveError(
      'mapping_changed',
      `Another desk has saved version ${last} meanwhile; this change was made to version ${known}.`,
    );
  }
  const { channel } = key;
  const sender = key.sender ?? '';
  await db
    .insertInto('mapping_versions')
    .values({
      id: randomUUIDv7(),
      sender,
      channel,
      version: last + 1,
      rules: JSON.stringify(rules),
      saved_at: at,
      saved_by: by ?? null,
    })
    .execute();
  await db
    .deleteFrom('mapping_versions')
    .where('sender', '=', sender)
    .where('channel', '=', channel)
    .where('version', '<=', last + 1 - MOST_VERSIONS)
    .execute();
  await readAnew(db, key);
}
