/** How long the runs of one measure took, in milliseconds. */
export interface Timings {
  readonly p50: number;
  readonly p99: number;
}

const WARM_UP = 5;

/** Runs one after another; the first few are not counted, for they find no page in memory. */
export async function timed(
  times: number,
  run: (round: number) => Promise<unknown>,
): Promise<Timings> {
  for (let round = 0; round < WARM_UP; round++) await run(times + round);
  const took: number[] = [];
  for (let round = 0; round < times; round++) took.push(await timeOf(() => run(round)));
  return percentiles(took);
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
