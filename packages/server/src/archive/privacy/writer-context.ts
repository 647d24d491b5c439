import type { PhoneRules } from '@hookline/records/phone';
import type { JournalReader } from '../engine/journal/journal-reader.ts';
import type { MappingBook } from '../engine/mapping-book.ts';
import type { Store } from '../engine/store/store.ts';
import type { JobReading } from '../jobs/job-reports.ts';
import type { Suppression } from './suppression.ts';

/** What the writing thread has to work with. */
export interface WriterContext {
  readonly store: Store;
  readonly rules: PhoneRules;
  readonly jobs: JobReading;
  readonly mappings: MappingBook;
  readonly suppression: Suppression;
  readonly journal: JournalReader;
}
