import type { Channel, Receipt } from '@hookline/contract';
import type { Origin } from './relay-event.ts';

/** What a sender is told; with `isRepeated` it was told the same before. */
export interface Published extends Receipt {
  readonly isRepeated?: true;
}

/** Takes a checked payload and answers what its sender is told: at once if it can. */
export type Publish = (
  channel: Channel | null,
  payload: Buffer,
  origin: Origin,
  /** What its sender calls it by: however often and wherever it comes, it counts once. */
  name?: string,
) => Published | Promise<Published>;

/** How an accepted payload gets its id, and to the streams and the archive. */
export interface Transport {
  readonly publish: Publish;
}
