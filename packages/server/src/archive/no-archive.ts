import { type Archive, ArchiveError } from './archive.ts';

const off = () => Promise.reject(new ArchiveError('unavailable', 'The archive is switched off.'));

/** Keeps nothing: events live in the history of the running backend only. */
export const noArchive: Archive = {
  description: 'off',
  claim() {},
  async start() {},
  store() {},
  reportAddresses: () => ({ accepted: 0, skipped: 0 }),
  reportCalls: () => ({ accepted: 0, skipped: 0 }),
  troubles: () => [],
  rereading: () => undefined,
  figures: () => ({
    queuedBytes: 0,
    spooledBatches: 0,
    stored: 0,
    setAside: 0,
    dropped: 0,
    failures: 0,
  }),
  async caughtUp() {},
  listen() {},
  async close() {},
  addresses: off,
  address: off,
  calls: off,
  jobs: off,
  job: off,
  events: off,
  couriers: off,
  courier: off,
  caller: off,
  lines: off,
  summary: off,
  count: off,
  jobStatuses: off,
  changeAddress: off,
  deleteAddress: off,
  changeCall: off,
  changeJob: off,
  eraseNumber: off,
  async eraseSpool() {},
  // Counted in memory alone.
  keptSources: async () => ({ sources: [], silences: [] }),
  keepSources() {},
  exportNumber: () => ({ [Symbol.asyncIterator]: () => ({ next: off }) }),
};
