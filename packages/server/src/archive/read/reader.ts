import type { ListFilters } from '@hookline/contract';
import { StatusWords } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import type { ArchiveReader } from '../archive.ts';
import type { Store } from '../store/store.ts';
import { addressPage, addressPlaces } from './address-list.ts';
import { callPage, callPlaces } from './call-list.ts';
import { callerText } from './caller.ts';
import { countText, statusesText } from './count.ts';
import { couriersText, courierText } from './couriers.ts';
import { eventPage, eventPlaces } from './event-list.ts';
import { jobPage, jobPlaces, jobVersions } from './job-list.ts';
import { isStorable, type Places } from './page.ts';
import { personalData } from './personal-data.ts';
import { ADDRESS_COLUMNS, addressText } from './shapes.ts';
import { summaryText } from './summary.ts';

/**
 * Reads an archive that is already there; `now` says which moment searches look back from, `words`
 * what the house's words for a status mean.
 */
export function createReader(
  store: Store,
  rules: PhoneRules,
  now: () => number = Date.now,
  words: StatusWords = new StatusWords(),
): ArchiveReader {
  const view = () => ({ store, rules, now: now() });
  const places: { [L in keyof ListFilters]: (filter: ListFilters[L]) => Places<unknown> } = {
    addresses: (filter) => addressPlaces(store, rules, filter),
    calls: (filter) => callPlaces(store, rules, filter, now()),
    // Those that are late stand together in the order of their due times.
    jobs: (filter) => jobPlaces(view(), filter.late ? { ...filter, sort: 'due' } : filter),
    events: (filter) => eventPlaces(view(), filter),
  };
  return {
    addresses: (filter, page, format) => addressPage(store, rules, filter, page, format),
    calls: (filter, page, format) => callPage(store, rules, filter, page, format, now()),
    jobs: (filter, page, format) => jobPage(view(), filter, page, format),
    job: (reference, page) => jobVersions(view(), reference, page),
    events: (filter, page, format) => eventPage(view(), filter, page, format),
    couriers: () => couriersText({ ...view(), words }),
    courier: async (id) => (isStorable(id) ? courierText({ ...view(), words }, id) : undefined),
    caller: (number) => callerText(store, rules, number, now()),
    lines: async (numbers) => numbers.map((number) => rules.read(number).key),
    summary: (since) => summaryText(store, since, now()),
    count: (list, filter) => countText(places[list](filter)),
    jobStatuses: () => statusesText(store),
    exportNumber: (number) => personalData(store, rules, number),

    async address(id) {
      if (!isStorable(id)) return undefined;
      const row = await store.db
        .selectFrom('addresses')
        .select(ADDRESS_COLUMNS)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && addressText(row);
    },
  };
}
