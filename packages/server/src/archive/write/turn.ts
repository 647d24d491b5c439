import type { WriterContext } from './writer.ts';

/** Runs a piece of work when its turn comes among the batches. */
export type Turn = <T>(work: (context: WriterContext) => Promise<T>) => Promise<T>;
