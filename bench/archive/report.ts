import type { ErasureFigures } from './erasures.ts';
import type { Size } from './made-up-office.ts';
import { DUE_READINGS, READINGS } from './readings.ts';
import type { Timings } from './timings.ts';

/** How fast one database stores. */
export interface Stored {
  readonly name: string;
  /** Entries per second, by kind. */
  readonly rates: ReadonlyMap<string, number>;
}

/** What was measured of one database. */
export interface Results extends Stored, Erased {
  readonly readings: ReadonlyMap<string, Timings>;
  readonly exportedPerSecond: number;
}

/** How one database erases. */
export interface Erased {
  readonly name: string;
  readonly erasures: ErasureFigures;
}

/** One Markdown table with a column per database. */
export function storedReport(size: Size, results: readonly Stored[]): string {
  const line = lineOf(results);
  const kinds = new Set(results.flatMap(({ rates }) => [...rates.keys()]));
  const lines = [
    ...headOf(size, results),
    ...[...kinds].map((kind) =>
      line(`stored per second: ${kind}`, '', ({ rates }) => count(rates.get(kind) ?? Number.NaN)),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

export function erasedReport(size: Size, results: readonly Erased[]): string {
  return `${[...headOf(size, results), ...erasureLines(results)].join('\n')}\n`;
}

/** The same as of what is stored, with everything else that was measured. */
export function reportOf(
  size: Size,
  results: readonly Results[],
): { text: string; isMissed: boolean } {
  const line = lineOf(results);
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
    ...readings,
    line('addresses exported per second', '', (one) => count(one.exportedPerSecond)),
    ...erasureLines(results),
  ];
  return { text: `${storedReport(size, results)}${lines.join('\n')}\n`, isMissed };
}

function headOf(
  { events, addresses, calls, jobVersions }: Size,
  results: readonly { readonly name: string }[],
): readonly string[] {
  const line = lineOf(results);
  return [
    `${count(events)} events, ${count(addresses)} addresses, ${count(calls)} calls, ${count(jobVersions)} job versions; p50 / p99`,
    '',
    line('measure', 'goal', ({ name }) => name),
    line('---', '---', () => '---'),
  ];
}

function erasureLines(results: readonly Erased[]): readonly string[] {
  const line = lineOf(results);
  return [
    line('erasure of a number', '', ({ erasures }) => spread(erasures.whole)),
    line('one turn of it', '', ({ erasures }) => spread(erasures.turn)),
    line('the longest turn of it', '', ({ erasures }) => `${erasures.longestTurn.toFixed(1)} ms`),
  ];
}

function lineOf<Measured>(results: readonly Measured[]) {
  return (name: string, goal: string, cell: (results: Measured) => string) =>
    `| ${[name, goal, ...results.map(cell)].join(' | ')} |`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function spread({ p50, p99 }: Timings): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
}
