import type { MappingRule } from '@hookline/contract';
import type { Channel } from '@hookline/contract/words';
import { wordList } from './fields.ts';
import type { StatusClass } from './status-words.ts';

/** What is known of one foreign system, in the words in which an office teaches its own. */
export interface Preset {
  readonly name: string;
  readonly channel: Channel;
  /** The shape of its messages: all of these are there, and are this where it is said. */
  readonly signs: readonly { readonly path: string; readonly is?: string }[];
  readonly rules: readonly MappingRule[];
}

/** What the codes of a status mean, listed by their meaning. */
function codes(byMeaning: { readonly [Meaning in StatusClass]?: string }) {
  const meanings = Object.entries(byMeaning) as [StatusClass, string][];
  return Object.fromEntries(
    meanings.flatMap(([meaning, all]) => wordList(all).map((code) => [code, meaning])),
  );
}

/**
 * Only what no reading could guess: numbers for statuses, and names that mean something else
 * everywhere else. To add one, copy one: signs that no other system has, then rules.
 */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Onfleet',
    channel: 'jobs',
    // Only there the number alone tells; a task that failed is 3 as well.
    signs: [{ path: '$.triggerName', is: 'taskUpdated' }, { path: '$.data.task.state' }],
    rules: [
      {
        target: 'status',
        path: '$.data.task.state',
        words: codes({ open: '0', assigned: '1', underway: '2', done: '3' }),
      },
    ],
  },
  {
    name: 'Deliverect',
    channel: 'jobs',
    signs: [{ path: '$.channelOrderId' }, { path: '$.status' }, { path: '$.location' }],
    rules: [
      {
        target: 'status',
        path: '$.status',
        words: codes({
          new: '1 2 10',
          open: '20 25 40 50 60 70',
          canceled: '35 100 110',
          assigned: '80 81 83 84 85',
          underway: '87 89',
          done: '90 95',
          problem: '115 120',
        }),
      },
    ],
  },
  {
    name: 'Tookan',
    channel: 'jobs',
    signs: [{ path: '$.job_id' }, { path: '$.job_status' }],
    rules: [
      {
        target: 'status',
        path: '$.job_status',
        words: codes({
          assigned: '0 7',
          underway: '1 4',
          done: '2',
          problem: '3 8',
          open: '6',
          canceled: '9 10',
        }),
      },
    ],
  },
  {
    name: 'GHTK',
    channel: 'jobs',
    signs: [{ path: '$.label_id' }, { path: '$.partner_id' }, { path: '$.status_id' }],
    rules: [
      { target: 'reference', path: '$.label_id' },
      { target: 'alias', path: '$.partner_id' },
      {
        target: 'status',
        path: '$.status_id',
        words: codes({
          canceled: '-1',
          new: '1',
          open: '2',
          underway: '3 4 123',
          done: '5 6 11 21 45',
          problem: '7 8 9 10 13 20 49 127 128 410',
          assigned: '12',
        }),
      },
    ],
  },
  {
    name: 'GHN',
    channel: 'jobs',
    // There a shipper is whoever brings it.
    signs: [{ path: '$.OrderCode' }, { path: '$.ShipperName' }],
    rules: [
      { target: 'courier.name', path: '$.ShipperName' },
      { target: 'courier.phone', path: '$.ShipperPhone' },
      { not: 'pickup.name', path: '$.ShipperName' },
      { not: 'pickup.phone', path: '$.ShipperPhone' },
    ],
  },
];
