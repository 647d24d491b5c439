import type { JobSettings } from '../../src/archive/jobs/job-reports.ts';

/** An office without words of its own. */
export const HOUSE: JobSettings = {
  referenceNames: [],
  statusWords: {},
  timeZone: 'Europe/Berlin',
};
