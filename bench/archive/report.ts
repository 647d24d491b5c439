import type { ErasureFigures } from './erasures.ts';
import type { Size } from './made-up-office.ts';
import { DUE_READINGS, READINGS } from './readings.ts';
import type { Timings } from './timings.ts';

/** What was measured of one database. */
export interface Results {
  readonly name: string;
  /** Entries stored per second, by kind. */
  readonly rates: ReadonlyMap<string, number>;
  readonly readings: ReadonlyMap<string, Timings>;
  readonly exportedPerSecond: number;
  readonly erasures: ErasureFigures;
}

type Cell = (results: Results) => string;

/** One Markdown table with a column per database. */
export function reportOf(
  { events, addresses, calls, jobVersions }: Size,
  results: readonly Results[],
): { text: string; isMissed: boolean } {
  const count = (value: number) => Math.round(value).toLocaleString('en');
  const line = (name: string, goal: string, cell: Cell) =>
    `| ${[name, goal, ...results.map(cell)].join(' | ')} |`;
  const kinds = new Set(results.flatMap(({ rates }) => [...rates.keys()]));
  let isMissed = false;
  const readings = [...READINGS, ...DUE_READINGS].map(({ name, goal }) =>
    line(name, goal === undefined ? '' : `p99 < ${goal} ms`, (one) => {
      const timings = one.readings.get(name);
      // A figure that is not there is none that meets its goal.
      const isMet = timings !== undefined && timings.p99 < (goal ?? Number.POSITIVE_INFINITY);
      isMissed ||= !isMet;
      return `${timings ? spread(timings) : '?'}${isMet ? '' : ' **missed**'}`;
    }),
  );
  const lines = [
    `${count(events)} events, ${count(addresses)} addresses, ${count(calls)} calls, ${count(jobVersions)} job versions; p50 / p99`,
    '',
    line('measure', 'goal', ({ name }) => name),
    line('---', '---', () => '---'),
    ...[...kinds].map((kind) =>
      line(`stored per second: ${kind}`, '', ({ rates }) => count(rates.get(kind) ?? Number.NaN)),
    ),
    ...readings,
    line('addresses exported per second', '', (one) => count(one.exportedPerSecond)),
    line('erasure of a number', '', ({ erasures }) => spread(erasures.whole)),
    line('one turn of it', '', ({ erasures }) => spread(erasures.turn)),
    line('the longest turn of it', '', ({ erasures }) => `${erasures.longestTurn.toFixed(1)} ms`),
  ];
  return { text: `${lines.join('\n')}\n`, isMissed };
}

function spread({ p50, p99 }: Timings): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
}
