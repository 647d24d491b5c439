import type { ListFilters } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
import { addressPlaces, addressReader } from '../addresses/address-list.ts';
import type { ArchiveReader } from '../archive.ts';
import { callPlaces, callReader } from '../calls/call-list.ts';
import { courierReader } from '../couriers/courier-list.ts';
import { countText, type Places, type View } from '../engine/lists/page.ts';
import type { Store } from '../engine/store/store.ts';
import { eventPlaces, eventReader } from '../events/event-list.ts';
import { jobPlaces, jobReader } from '../jobs/job-list.ts';
import { JobReading } from '../jobs/job-reports.ts';
import { mappingReader } from '../mappings/mapping-list.ts';
import { privacyReader } from '../privacy/personal-data.ts';
import { summaryText } from './summary.ts';

const PLAIN = { referenceNames: [], statusWords: {}, timeZone: 'UTC' };

/** What is counted of each list. */
const PLACES: {
  readonly [L in keyof ListFilters]: (view: View, filter: ListFilters[L]) => Places<unknown>;
} = {
  addresses: addressPlaces,
  calls: callPlaces,
  // Those that are late stand together in the order of their due times.
  jobs: (view, filter) => jobPlaces(view, filter.late ? { ...filter, sort: 'due' } : filter),
  events: eventPlaces,
};

/**
 * Reads an archive that is already there; `now` says which moment searches look back from, `jobs`
 * how the house reads.
 */
export function createReader(
  store: Store,
  rules: PhoneRules,
  now: () => number = Date.now,
  jobs: JobReading = new JobReading(PLAIN, rules),
): ArchiveReader {
  const view = (): View => ({ store, rules, now: now(), words: jobs.statusWords });
  return {
    ...addressReader(view),
    ...callReader(view),
    ...jobReader(view),
    ...courierReader(view),
    ...eventReader(view),
    ...mappingReader(view, jobs),
    ...privacyReader(view),
    summary: (since) => summaryText(store, since, now()),
    count: (list, filter) => countText(PLACES[list](view(), filter)),
  };
}
