import type { Contender } from './contender.ts';
import { fanOut, reconnect } from './fan-out.ts';
import type { LoadOptions } from './load.ts';
import {
  type Median,
  type Row,
  ratioAtLeast,
  ratioAtMost,
  type Scenario,
  valueAtMost,
} from './scenario.ts';
import type { Sizes } from './sizes.ts';

/** Whether a sender has to wake who reads, which costs it more than the writing itself. */
const READERS = [
  { what: 'paced', suffix: '', polling: 0 },
  { what: 'paced, a reader that polls', suffix: ', polled', polling: 1 },
];

/** Events on their way to open streams, Hookline beside nchan. */
export function liveScenarios(
  sizes: Sizes,
  program: string,
  ours: (...parameters: string[]) => Contender,
  nchan: Contender,
  floor: Contender,
  nodeHttp: Contender,
): Scenario[] {
  const { burst, paced, many, frozen, storm, webhook } = sizes;
  const hookline = ours();
  const trial = (contender: Contender, options: LoadOptions) => ({
    side: contender.name,
    run: () => fanOut(program, contender, options),
  });
  const both = (options: LoadOptions) => ({
    hookline: trial(hookline, options),
    nchan: trial(nchan, options),
  });
  const reading = { streams: frozen.readers, publishers: 8, seconds: frozen.seconds };
  // Of 100 KiB each, which together is more than the kernel holds for a connection.
  const freezing = { frozen: frozen.frozen, fill: 45 };

  return [
    {
      name: 'burst',
      rounds: sizes.rounds,
      trials: both({ streams: burst.streams, publishers: 8, seconds: burst.seconds }),
      rows: (median) => [
        {
          ...beside(median, 'perSecond', `burst, ${count(burst.streams)} streams: deliveries`),
          label: 'burst: deliveries per second',
          unit: 'per second',
          goal: ratioAtLeast(10),
        },
        {
          ...beside(median, 'microsecondsEach', 'burst: processor time per delivery'),
          unit: 'µs',
        },
        { ...beside(median, 'p99', 'burst: p99 from post to delivery'), unit: 'ms' },
        loadRow(median, 'burst'),
      ],
    },
    {
      name: 'paced',
      rounds: sizes.rounds,
      trials: Object.fromEntries(
        READERS.flatMap(({ suffix, polling }) =>
          [hookline, nchan, floor].map((contender) => [
            contender.name + suffix,
            trial(contender, {
              streams: paced.streams,
              publishers: 4,
              pace: paced.pace,
              events: paced.pace * paced.seconds,
              polling,
            }),
          ]),
        ),
      ),
      rows: (median) =>
        READERS.flatMap(({ suffix, what }) => {
          const row = (figure: string, unit: Row['unit'], of: string): Row[] => {
            const ours = median(hookline.name + suffix, figure);
            const least = median(floor.name + suffix, figure);
            const beside = { name: nchan.name, value: median(nchan.name + suffix, figure) };
            const goal = ratioAtMost(1);
            return [
              { what: `${what}: ${of}`, unit, hookline: ours, beside, goal, floor: least },
              {
                what: `${what}: the same beside the floor`,
                unit,
                hookline: ours,
                beside: { name: floor.name, value: least },
              },
            ];
          };
          return [
            ...row('microsecondsEach', 'µs', 'processor time per delivery'),
            ...row('p50', 'ms', 'p50 from post to delivery'),
            ...row('p99', 'ms', 'p99 from post to delivery'),
          ];
        }),
    },
    {
      name: 'webhook',
      rounds: sizes.rounds,
      trials: Object.fromEntries(
        Object.entries({
          hookline,
          relaying: ours('--app.archive.url=off'),
          floor,
          'node:http': nodeHttp,
        }).map(([name, contender]) => {
          const { pace, seconds } = webhook;
          return [
            name,
            trial(contender, { streams: 1, publishers: 1, pace, events: pace * seconds }),
          ];
        }),
      ),
      rows: (median) =>
        [
          ['hookline', 'archive on (SQLite)'],
          ['relaying', 'archive off'],
        ].flatMap(([name = '', what]) =>
          [
            { name: floor.name, trial: 'floor' },
            { name: nodeHttp.name, trial: 'node:http' },
          ].map(
            (beside): Row => ({
              what: `webhook, 1 stream, ${webhook.pace} a second, ${what}: processor time for each`,
              unit: 'µs',
              hookline: median(name, 'microsecondsEach'),
              beside: { name: beside.name, value: median(beside.trial, 'microsecondsEach') },
            }),
          ),
        ),
    },
    {
      name: 'many',
      rounds: sizes.rounds,
      trials: both({
        streams: many.streams,
        publishers: 8,
        events: many.events,
        bursts: many.bursts,
      }),
      rows: (median) => [
        {
          ...beside(
            median,
            'perSecond',
            `many, ${count(many.streams)} streams, bursts of ${many.events}: deliveries`,
          ),
          label: 'many streams: deliveries per second',
          unit: 'per second',
          goal: ratioAtLeast(8),
        },
        {
          ...beside(median, 'p99', 'many: p99 from post to delivery'),
          label: 'many streams: p99 from post to delivery',
          unit: 'ms',
          goal: ratioAtMost(1),
        },
        loadRow(median, 'many'),
      ],
    },
    {
      name: 'frozen',
      rounds: sizes.rounds,
      trials: {
        hookline: trial(hookline, { ...reading, ...freezing }),
        'hookline alone': trial(hookline, reading),
        nchan: trial(nchan, { ...reading, ...freezing }),
        'nchan alone': trial(nchan, reading),
      },
      rows: (median) => [
        {
          what: `frozen, ${count(frozen.readers)} streams that read and ${frozen.frozen} that do not: deliveries`,
          unit: 'per second',
          hookline: median('hookline', 'perSecond'),
          beside: { name: 'without those', value: median('hookline alone', 'perSecond') },
          goal: ratioAtLeast(0.95),
        },
        {
          what: 'frozen: the same for nchan',
          unit: 'per second',
          hookline: median('nchan', 'perSecond'),
          beside: { name: 'without those', value: median('nchan alone', 'perSecond') },
        },
      ],
    },
    {
      name: 'storm',
      rounds: sizes.rounds,
      trials: {
        hookline: {
          side: hookline.name,
          run: () => reconnect(program, hookline, { streams: storm.clients }),
        },
        nchan: {
          side: nchan.name,
          run: () => reconnect(program, nchan, { streams: storm.clients }),
        },
      },
      rows: (median) => [
        {
          ...beside(
            median,
            'p99',
            `storm, ${count(storm.clients)} clients come back at once: p99 to the first replayed event`,
          ),
          label: 'reconnect storm: p99 to the first event',
          unit: 'ms',
          goal: ratioAtMost(1),
        },
        {
          what: 'storm: clients that were not served in full',
          unit: 'clients',
          hookline: storm.clients - median('hookline', 'served'),
          beside: { name: 'nchan', value: storm.clients - median('nchan', 'served') },
          goal: valueAtMost(0),
          isRemark: true,
        },
      ],
    },
  ];
}

const count = (value: number) => value.toLocaleString('en');

function beside(median: Median, figure: string, what: string): Omit<Row, 'unit'> {
  return {
    what,
    hookline: median('hookline', figure),
    beside: { name: 'nchan', value: median('nchan', figure) },
  };
}

/** At 100 % the load generator is what was measured. */
function loadRow(median: Median, scenario: string): Row {
  return {
    what: `${scenario}: how busy the load generator was`,
    unit: '%',
    hookline: median('hookline', 'busy') * 100,
    beside: { name: 'nchan', value: median('nchan', 'busy') * 100 },
    isRemark: true,
  };
}
