import { randomUUIDv7 } from 'node:crypto';
import { PhoneRules } from '@hookline/records/phone';
import type { Entry } from '../../packages/server/src/archive/engine/journal/batch.ts';
import { JournalReader } from '../../packages/server/src/archive/engine/journal/journal-reader.ts';
import { MappingBook } from '../../packages/server/src/archive/engine/mapping-book.ts';
import type { Store } from '../../packages/server/src/archive/engine/store/store.ts';
import { JobReading } from '../../packages/server/src/archive/jobs/job-reports.ts';
import { Suppression } from '../../packages/server/src/archive/privacy/suppression.ts';
import type { WriterContext } from '../../packages/server/src/archive/privacy/writer-context.ts';
import { applyBatch } from '../../packages/server/src/archive/threads/apply-batch.ts';
import { percentiles, timeOf } from './timings.ts';

/** About as many as come together while a busy writer stores the batch before. */
const BATCH = 2000;
const SHOWN_EVERY = 5000;

export const RULES = new PhoneRules({ country: 'DE' });
const JOBS = new JobReading(
  { referenceNames: [], statusWords: {}, timeZone: 'Europe/Berlin' },
  RULES,
);

/** What the writing thread has to work with. */
export function contextOf(store: Store, spoolFolder = ''): WriterContext {
  return {
    store,
    rules: RULES,
    jobs: JOBS,
    mappings: new MappingBook(),
    suppression: new Suppression(RULES),
    journal: new JournalReader(spoolFolder),
  };
}

/**
 * Stores entries through the path that the service uses, so that what is measured afterwards is
 * what the service would have made of them.
 */
export async function fill(
  store: Store,
  entries: Iterable<Entry>,
  progress: (stored: number) => void,
): Promise<void> {
  const context = contextOf(store);
  let stored = 0;
  let shown = performance.now();
  let batch: Entry[] = [];
  const save = async () => {
    await applyBatch(context, { id: randomUUIDv7(), instance: 'bench', entries: batch });
    stored += batch.length;
    batch = [];
    if (performance.now() - shown < SHOWN_EVERY) return;
    shown = performance.now();
    progress(stored);
  };
  for (const entry of entries) {
    batch.push(entry);
    if (batch.length >= BATCH) await save();
  }
  await save();
  progress(stored);
}

/**
 * Entries of each kind that are stored in a second, when only that kind comes: the median of as
 * many rounds, each with its share of them.
 */
export async function rates(
  store: Store,
  entries: readonly Entry[],
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const kinds = Map.groupBy(entries, ({ kind, channel }) =>
    kind === 'event' ? (channel ?? 'plain events') : kind,
  );
  const found = new Map<string, number>();
  for (const [kind, some] of kinds) {
    const share = Math.floor(some.length / rounds);
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const part = some.slice(round * share, (round + 1) * share);
      took.push(await timeOf(() => fill(store, part, () => {})));
    }
    found.set(kind, (share / percentiles(took).p50) * 1000);
  }
  return found;
}
