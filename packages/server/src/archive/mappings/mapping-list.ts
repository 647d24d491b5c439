import { setImmediate } from 'node:timers/promises';
import type {
  MappingPreview,
  MappingSummary,
  Mappings,
  Mapping as MappingView,
  PreviewRequest,
} from '@hookline/contract';
import { type Channel, UNNAMED_SENDER } from '@hookline/contract/words';
import { Mapping } from '@hookline/records';
import type { View } from '../engine/lists/page.ts';
import {
  isRuleOf,
  keyOf,
  type MappingKey,
  type SavedMapping,
  savedMappings,
  versionsOf,
} from '../engine/mapping-book.ts';
import type { Db } from '../engine/store/transaction.ts';
import type { JobReading } from '../jobs/job-reports.ts';
import { previewOf, type StoredMessage } from './preview.ts';
import { readingOf, sentBy } from './read-anew.ts';

export interface MappingReader {
  mappings(): Promise<Mappings>;
  mapping(sender: string, channel: Channel): Promise<MappingView>;
  /** A `MappingPreview` as JSON text. */
  previewMapping(sender: string, channel: Channel, request: PreviewRequest): Promise<string>;
}

const MOST_MESSAGES = 200;
/** Of very large messages fewer are looked at: each is read twice, while somebody waits. */
const MOST_BYTES = 4 * 1024 * 1024;

export function mappingReader(view: () => View, jobs: JobReading): MappingReader {
  return {
    async mappings() {
      const { db } = view().store;
      const items: MappingSummary[] = [];
      for (const saved of await savedMappings(db)) {
        const { version, savedAt, savedBy, rules } = shown(saved);
        const of = { sender: saved.sender ?? UNNAMED_SENDER, channel: saved.channel, version };
        const reading = await readingOf(db, saved);
        items.push({ ...of, rules, savedAt, savedBy, reading });
      }
      return { items };
    },

    mapping: (sender, channel) => mappingView(view().store.db, keyOf(sender, channel)),

    async previewMapping(sender, channel, { rules, receivedAt }) {
      const { store, rules: phone, words } = view();
      const key = keyOf(sender, channel);
      const [last] = await versionsOf(store.db, key);
      const kept = last?.rules.filter(isRuleOf(channel)) ?? [];
      const preview = await previewOf({
        channel,
        house: { jobs, rules: phone, words },
        rules,
        saved: { version: last?.version ?? 0, mapping: new Mapping(kept, channel) },
        messages: await newestMessages(store.db, key, receivedAt),
        pause: () => setImmediate(),
      });
      return previewText(preview);
    },
  };
}

/** The samples are spliced in as they were sent: written anew, a long number would be another one. */
function previewText({ kinds, ...rest }: MappingPreview): string {
  const texts = kinds.map(({ sample, ...kind }) => {
    const { receivedAt, payload } = sample;
    const own = `"sample":{"receivedAt":${JSON.stringify(receivedAt)},"payload":${payload}}`;
    return `${JSON.stringify(kind).slice(0, -1)},${own}}`;
  });
  return `${JSON.stringify(rest).slice(0, -1)},"kinds":[${texts.join(',')}]}`;
}

export async function mappingView(db: Db, key: MappingKey): Promise<MappingView> {
  const versions = await versionsOf(db, key);
  const [last] = versions;
  return {
    sender: key.sender ?? UNNAMED_SENDER,
    channel: key.channel,
    version: last?.version ?? 0,
    rules: [...(last?.rules ?? [])],
    versions: versions.map(shown),
    reading: await readingOf(db, key),
  };
}

function shown({ version, savedAt, savedBy, rules }: SavedMapping) {
  const by = savedBy === null ? null : { desk: savedBy, at: savedAt };
  return { version, savedAt, savedBy: by, rules: [...rules] };
}

/** The last ones, newest first; before them the one that came at this time, if it is asked for. */
async function newestMessages(
  db: Db,
  key: MappingKey,
  receivedAt: string | undefined,
): Promise<readonly StoredMessage[]> {
  const all = sentBy(db, key).select(['received_at', 'payload', 'topic']);
  const asked =
    receivedAt === undefined
      ? []
      : await all.where('received_at', '=', receivedAt).limit(1).execute();
  const newest = await all.orderBy('received_at', 'desc').limit(MOST_MESSAGES).execute();
  const messages = [...asked, ...newest.filter((one) => one.received_at !== receivedAt)];
  let bytes = 0;
  return messages.filter(({ payload }, n) => {
    bytes += payload.length;
    return n === 0 || bytes <= MOST_BYTES;
  });
}
