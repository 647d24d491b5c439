import { LateStore, useStore } from '../store.ts';
import type { JobReader } from './job-reader.ts';

/** Knows how jobs are told of in all the world. */
const reader = new LateStore<JobReader>(async () => (await import('./job-reader.ts')).readJob);

/** Undefined until it is there: for so long a line says what can be said without it. */
export function useJobReader(): JobReader | undefined {
  return useStore(reader);
}
