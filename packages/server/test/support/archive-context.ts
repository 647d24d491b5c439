import { PhoneRules } from '@hookline/records/phone';
import { onTestFinished } from 'vitest';
import { JobReading } from '../../src/archive/normalise/jobs.ts';
import { openStore } from '../../src/archive/store/store.ts';
import { JournalReader } from '../../src/archive/write/journal-reader.ts';
import { Suppression } from '../../src/archive/write/suppression.ts';
import type { WriterContext } from '../../src/archive/write/writer.ts';
import { type DatabaseKind, databaseWithTables } from './database.ts';
import { HOUSE } from './house.ts';
import { temporaryFolder } from './written-archive.ts';

export interface ArchiveContext extends WriterContext {
  readonly url: string;
  readonly spoolFolder: string;
}

/** What the writing thread works with, without the thread; on a database of its own, or on this one. */
export async function archiveContext(kind: DatabaseKind, at?: string): Promise<ArchiveContext> {
  const url = at ?? (await databaseWithTables(kind));
  const store = openStore(url, 'write');
  // Before the database goes, or it would take the connection away from under the pool.
  onTestFinished(() => store.close());
  const rules = new PhoneRules({ country: 'DE' });
  const jobs = new JobReading(HOUSE, rules);
  const spoolFolder = temporaryFolder();
  const [suppression, journal] = [new Suppression(rules), new JournalReader(spoolFolder)];
  return { url, store, rules, jobs, suppression, journal, spoolFolder };
}
