export interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Places values between two ends so that equal distances are equal factors. */
export function logScale(
  values: readonly number[],
  [from, to]: readonly [number, number],
  steps: readonly number[] = [1],
): Scale {
  const all = candidates(steps);
  const least = Math.min(...values);
  const most = Math.max(...values);
  const first = all.findLast((tick) => tick <= least * (1 + 1e-9)) ?? least;
  const last = all.find((tick) => tick >= most / (1 + 1e-9)) ?? most;
  const width = Math.log(last / first) || 1;
  return {
    at: (value) => from + ((to - from) * Math.log(value / first)) / width,
    ticks: all.filter((tick) => tick >= first && tick <= last),
  };
}

/** The steps in every decade, such as 1, 2, 5, 10, 20, 50 for 1, 2 and 5. */
function candidates(steps: readonly number[]): number[] {
  const decades = Array.from({ length: 19 }, (_, index) => index - 9);
  return decades.flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)));
}
