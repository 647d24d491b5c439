import { LateStore, useStore } from '../store.ts';
import type { JobReader } from './job-reader.ts';

/** Knows how jobs are told of in all the world. */
const reader = new LateStore(() => import('./job-reader.ts'));

/** Undefined until it is there: for so long a line says what can be said without it. */
export function useJobReader(): JobReader | undefined {
  return useStore(reader)?.readJob;
}

/** Tells the names of the jobs in a payload, as the archive reads them. */
export function useReferences(): ((payload: unknown) => readonly string[]) | undefined {
  return useStore(reader)?.references;
}
