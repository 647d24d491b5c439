import type { Channel, Receipt } from '@hookline/contract';

/** What a sender is told; with `isRepeated` it was told the same before. */
export interface Published extends Receipt {
  readonly isRepeated?: true;
}

/** Takes a checked payload and answers what its sender is told: at once if it can. */
export type Publish = (
  channel: Channel | null,
  payload: Buffer,
  /** The name that its token has; null for one without a name. */
  sender: string | null,
  /** What its sender calls it by: however often and wherever it comes, it counts once. */
  name?: string,
) => Published | Promise<Published>;

/** How an accepted payload gets its id, and to the streams and the archive. */
export interface Transport {
  readonly publish: Publish;
}
