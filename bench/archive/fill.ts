import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { PhoneRules } from '../../packages/server/src/archive/normalise/phone-number.ts';
import type { Store } from '../../packages/server/src/archive/store/store.ts';
import { applyBatch } from '../../packages/server/src/archive/write/apply-batch.ts';
import type { Entry } from '../../packages/server/src/archive/write/batch.ts';
import { Suppression } from '../../packages/server/src/archive/write/suppression.ts';
import type { MadeUpOffice } from './made-up-office.ts';

/** About as many as come together while a busy writer stores the batch before. */
const BATCH = 2000;

export const RULES = new PhoneRules({ country: 'DE' });

type Kind = 'kunden' | 'jobs' | 'calls' | 'generic';

export interface Rates {
  /** Entries per second, all kinds mixed as they come. */
  readonly mixed: number;
  /** Entries per second of one kind alone. */
  readonly alone: ReadonlyMap<Kind, number>;
}

/**
 * Stores everything the office hands over through the path that the service uses, so that what is
 * measured afterwards is what the service would have made of it.
 */
export async function fill(
  store: Store,
  office: MadeUpOffice,
  progress: (text: string) => void,
): Promise<number> {
  const context = { store, rules: RULES, suppression: new Suppression(RULES) };
  const started = performance.now();
  let stored = 0;
  let shown = started;
  const save = async (entries: readonly Entry[]) => {
    await applyBatch(context, { id: randomUUIDv7(), instance: 'bench', entries });
    stored += entries.length;
    if (performance.now() - shown < 2000 && stored < office.entryCount) return;
    shown = performance.now();
    const rate = Math.round((stored / (shown - started)) * 1000);
    progress(`${stored} of ${office.entryCount} records stored, ${rate} per second`);
  };
  let entries: Entry[] = [];
  for (const entry of office.entries()) {
    entries.push(entry);
    if (entries.length < BATCH) continue;
    await save(entries);
    entries = [];
  }
  await save(entries);
  const rate = (stored / (performance.now() - started)) * 1000;
  await sql.raw(store.kind === 'postgres' ? 'vacuum analyze' : 'analyze').execute(store.db);
  return rate;
}
