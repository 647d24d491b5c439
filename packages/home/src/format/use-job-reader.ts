import type { JsonObject } from '@hookline/records';
import { useSyncExternalStore } from 'react';

/** What a message says about a job, in words for one line. */
export interface ToldJob {
  /** As the foreign system calls it. */
  readonly status: string | undefined;
  /** From where to where. */
  readonly way: string | undefined;
  readonly courier: string | undefined;
  /** The courier's. */
  readonly phone: string | undefined;
}
export type JobReader = (object: JsonObject) => ToldJob;

/** Knows how jobs are told of in all the world; too big to hold up the first view. */
let reader: JobReader | undefined;
let isAsked = false;
const listeners = new Set<() => void>();

/** Undefined until it is there: for so long a line says what can be said without it. */
export function useJobReader(): JobReader | undefined {
  return useSyncExternalStore(subscribe, () => reader);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isAsked) void load();
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  isAsked = true;
  // A failure is no reason to trouble anyone; whoever comes next asks again.
  const part = await import('./job-reader.ts').catch(() => undefined);
  isAsked = part !== undefined;
  reader = part?.readJob;
  for (const listener of listeners) listener();
}
