import { PhoneRules } from '@hookline/records/phone';
import { onTestFinished } from 'vitest';
import { JournalReader } from '../../src/archive/engine/journal/journal-reader.ts';
import { MappingBook } from '../../src/archive/engine/mapping-book.ts';
import { openStore } from '../../src/archive/engine/store/store.ts';
import { JobReading } from '../../src/archive/jobs/job-reports.ts';
import { Suppression } from '../../src/archive/privacy/suppression.ts';
import type { WriterContext } from '../../src/archive/privacy/writer-context.ts';
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
  const mappings = new MappingBook();
  return { url, store, rules, jobs, mappings, suppression, journal, spoolFolder };
}
