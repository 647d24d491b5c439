import { LateStore, useStore } from '../store.ts';
import type { JobReader } from './job-reader.ts';

/** Knows how jobs are told of in all the world. */
const reader = new LateStore(() => import('./job-reader.ts'));

/** Undefined until it is there: for so long a line says what can be said without it. */
export function useJobReader(): JobReader | undefined {
  return useStore(reader)?.readJob;
}

/** Tells where something is, as far as a payload says so. */
export function useAddresses():
  | ((payload: unknown, isJob: boolean) => readonly string[])
  | undefined {
  return useStore(reader)?.addressesIn;
}

/** Tells the names of the jobs in a payload, as the archive reads them. */
export function useReferences(): ((payload: unknown) => readonly string[]) | undefined {
  return useStore(reader)?.references;
}
