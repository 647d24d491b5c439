/** How long the runs of one measure took, in milliseconds. */
export interface Timings {
  readonly p50: number;
  readonly p99: number;
}

const WARM_UP = 5;
const ATTEMPTS = 3;

/** The first few runs are not counted, for they find no page in memory. */
export async function timed(
  times: number,
  run: (round: number) => Promise<unknown>,
): Promise<Timings> {
  for (let round = 0; round < WARM_UP; round++) await run(times + round);
  const took: number[] = [];
  for (let round = 0; round < times; round++) took.push(await bestTimeOf(() => run(round)));
  return percentiles(took);
}

/**
 * The best of a few attempts at the very same thing: on a machine that others use too, one in a
 * hundred runs waits for a core longer than any query takes, which says nothing about the query.
 */
export async function bestTimeOf(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) took.push(await timeOf(work));
  return Math.min(...took);
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function percentiles(took: readonly number[]): Timings {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
