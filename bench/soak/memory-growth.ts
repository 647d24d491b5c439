import { median } from '../support.ts';

const WINDOWS = 16;
/** What a run begins with: code is compiled, caches and the heap reach their size. */
const WARM_UP_WINDOWS = 4;

export interface MemoryGrowth {
  /** Lowest values of the windows: the medians of the first and last third after the warm-up. */
  readonly earlier: number;
  readonly later: number;
  readonly isGrowing: boolean;
}

/**
 * Does memory grow? Garbage makes it rise and fall all the time, so only the lowest value of each
 * window counts, and one odd window does not: medians are compared.
 */
export function memoryGrowth(samples: readonly number[], tolerance: number): MemoryGrowth {
  const lowest = Array.from({ length: WINDOWS }, (_, index) => {
    const from = Math.floor((samples.length * index) / WINDOWS);
    const until = Math.floor((samples.length * (index + 1)) / WINDOWS);
    return Math.min(...samples.slice(from, until));
  }).slice(WARM_UP_WINDOWS);
  const third = lowest.length / 3;
  const earlier = median(lowest.slice(0, third));
  const later = median(lowest.slice(-third));
  // A run without samples has not shown that nothing grows.
  const isSteady = Number.isFinite(later) && later <= earlier * (1 + tolerance);
  return { earlier, later, isGrowing: !isSteady };
}
