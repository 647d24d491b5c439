import type { JobSettings } from '../../src/archive/normalise/jobs.ts';

/** An office without words of its own. */
export const HOUSE: JobSettings = {
  referenceNames: [],
  statusWords: {},
  timeZone: 'Europe/Berlin',
};
