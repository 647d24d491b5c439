import type { MappingRule } from '@hookline/contract';
import type { Channel } from '@hookline/contract/words';

/** What is known of one foreign system, in the words in which an office teaches its own. */
export interface Preset {
  readonly name: string;
  readonly channel: Channel;
  /** The shape of its messages: all of these are there, and are this where it is said. */
  readonly signs: readonly { readonly path: string; readonly is?: string }[];
  readonly rules: readonly MappingRule[];
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
        words: { '0': 'open', '1': 'assigned', '2': 'underway', '3': 'done' },
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
        words: {
          '1': 'new',
          '2': 'new',
          '10': 'new',
          '20': 'open',
          '25': 'open',
          '35': 'canceled',
          '40': 'open',
          '50': 'open',
          '60': 'open',
          '70': 'open',
          '80': 'assigned',
          '81': 'assigned',
          '83': 'assigned',
          '84': 'assigned',
          '85': 'assigned',
          '87': 'underway',
          '89': 'underway',
          '90': 'done',
          '95': 'done',
          '100': 'canceled',
          '110': 'canceled',
          '115': 'problem',
          '120': 'problem',
        },
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
        words: {
          '0': 'assigned',
          '1': 'underway',
          '2': 'done',
          '3': 'problem',
          '4': 'underway',
          '6': 'open',
          '7': 'assigned',
          '8': 'problem',
          '9': 'canceled',
          '10': 'canceled',
        },
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
        words: {
          '-1': 'canceled',
          '1': 'new',
          '2': 'open',
          '3': 'underway',
          '4': 'underway',
          '5': 'done',
          '6': 'done',
          '7': 'problem',
          '8': 'problem',
          '9': 'problem',
          '10': 'problem',
          '11': 'done',
          '12': 'assigned',
          '13': 'problem',
          '20': 'problem',
          '21': 'done',
          '45': 'done',
          '49': 'problem',
          '123': 'underway',
          '127': 'problem',
          '128': 'problem',
          '410': 'problem',
        },
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
