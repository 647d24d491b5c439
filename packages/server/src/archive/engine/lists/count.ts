import type { Count } from '@hookline/contract';
import type { Places } from './page.ts';

/** Further nobody counts: the cost must follow what is said, and not the table. */
export const MOST_COUNTED = 1000;

export async function countText(places: Places<unknown>): Promise<string> {
  return JSON.stringify(bounded((await places(undefined, MOST_COUNTED + 1)).length));
}

export function bounded(found: number): Count {
  return { count: Math.min(found, MOST_COUNTED), isMore: found > MOST_COUNTED };
}
