import type { MappingRule } from '@hookline/contract';
import { type Channel, UNNAMED_SENDER } from '@hookline/contract/words';
import { Mapping } from '@hookline/records';
import { type Selectable, sql } from 'kysely';
import type { Schema } from './store/schema.ts';
import type { Store } from './store/store.ts';
import type { Db } from './store/transaction.ts';

/** Whose messages, and which of them. */
export interface MappingKey {
  /** Null for all without a name. */
  readonly sender: string | null;
  readonly channel: Channel;
}

export interface SavedMapping extends MappingKey {
  readonly version: number;
  readonly rules: readonly MappingRule[];
  readonly savedAt: string;
  readonly savedBy: string | null;
}

export function keyOf(sender: string, channel: Channel): MappingKey {
  return { sender: sender === UNNAMED_SENDER ? null : sender, channel };
}

/** What is said about each sender as it counts now, ready to read with. */
export class MappingBook {
  readonly #known = new Map<string, { readonly version: number; readonly mapping: Mapping }>();
  readonly #untaught = new Map<Channel, Mapping>();
  #state = '';

  /** What it is now: other nodes on the same database may have saved or erased some since. */
  async load(db: Db): Promise<void> {
    const all = await sql<{ state: string }>`
      select coalesce(max(id), '') || ' ' || count(*) || ' ' || coalesce(sum(length(rules)), 0)
        as state from mapping_versions`.execute(db);
    const state = all.rows[0]?.state ?? '';
    if (state === this.#state) return;
    const rows = await savedMappings(db);
    this.#known.clear();
    for (const { sender, channel, version, rules } of rows) {
      const mapping = new Mapping(rules.filter(isRuleOf(channel)), channel);
      this.#known.set(nameOf({ sender, channel }), { version, mapping });
    }
    this.#state = state;
  }

  async keepUp(kind: Store['kind'], db: Db): Promise<void> {
    if (kind === 'postgres') await this.load(db);
  }

  of(sender: string | null, channel: Channel): Mapping {
    const known = this.#known.get(nameOf({ sender, channel }))?.mapping;
    const untaught = known ?? this.#untaught.get(channel) ?? new Mapping([], channel);
    if (!known) this.#untaught.set(channel, untaught);
    return untaught;
  }

  /** 0 where nobody has said anything. */
  versionOf(key: MappingKey): number {
    return this.#known.get(nameOf(key))?.version ?? 0;
  }
}

function nameOf({ sender, channel }: MappingKey): string {
  return `${channel}/${sender ?? ''}`;
}

/** One of which a part was erased with somebody's number says nothing any more. */
export function isRuleOf(channel: Channel): (rule: MappingRule) => boolean {
  return (rule) => {
    try {
      return !new Mapping([rule], channel).isEmpty;
    } catch {
      return false;
    }
  };
}

export async function savedMappings(db: Db): Promise<readonly SavedMapping[]> {
  const rows = await db
    .selectFrom('mapping_versions as last')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mapping_versions as later')
            .select('later.id')
            .whereRef('later.sender', '=', 'last.sender')
            .whereRef('later.channel', '=', 'last.channel')
            .whereRef('later.version', '>', 'last.version'),
        ),
      ),
    )
    .orderBy('sender')
    .orderBy('channel')
    .execute();
  return rows.map(savedMapping);
}

/** All versions that are kept of one, newest first. */
export async function versionsOf(
  db: Db,
  { sender, channel }: MappingKey,
): Promise<readonly SavedMapping[]> {
  const rows = await db
    .selectFrom('mapping_versions')
    .selectAll()
    .where('sender', '=', sender ?? '')
    .where('channel', '=', channel)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(savedMapping);
}

function savedMapping(row: Selectable<Schema['mapping_versions']>): SavedMapping {
  return {
    sender: row.sender === '' ? null : row.sender,
    channel: row.channel as Channel,
    version: row.version,
    rules: JSON.parse(row.rules),
    savedAt: row.saved_at,
    savedBy: row.saved_by,
  };
}
