/**
 * Every version whose archive had a schema of its own, oldest first, by the last commit that had
 * it. Some have the steps of their neighbours: until they were written down here, steps were still
 * changed, and 007 came after 008. Who adds a step adds the version before it, and runs `make.ts`.
 */
export const VERSIONS = {
  first: '1989f64',
  'call-age': '459aa15',
  'job-facts': '6f63197',
  'found-by': '3d0854a',
  desks: '76525b7',
  senders: '55d3182',
  'senders-by-life': '636a796',
  'late-jobs': 'b11a466',
  couriers: '8025091',
  'corrected-by': '12a1f4a',
  'due-order': 'e34ce08',
  'jobs-in-hand': '3426b6c',
  feed: '1643de0',
  'completed-steps': 'a3cbb5c',
  'order-of-acceptance': '8c62dcc',
  'jobs-with-ids': 'cc614b8',
  'owners-and-couriers': '7e37f4c',
  'late-versions': '2ac50ec',
  mappings: '3fe3c6c',
  'erasure-marks': '03142d3',
  'call-backs': '75a4e38',
  'order-of-names': 'f517c80',
  'courier-loads': 'e6f08c7',
} as const;

export type Version = keyof typeof VERSIONS;
export const VERSION_NAMES = Object.keys(VERSIONS) as Version[];
