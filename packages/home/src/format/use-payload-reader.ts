import type { MappingSummary } from '@hookline/contract';
import { LateStore, Store, useStore } from '../store.ts';
import type { PayloadReader, PayloadReaders } from './payload-reader.ts';

/** Knows how jobs are told of in all the world. */
const late = new LateStore(() => import('./payload-reader.ts'));

/** What the office has said about its senders. */
export const taught = new Store<readonly MappingSummary[]>([]);

/** Undefined until it is there: for so long a line says what can be said without it. */
export function usePayloadReaders(): PayloadReaders | undefined {
  const mappings = useStore(taught);
  return useStore(late)?.readersBy(mappings);
}

interface Source {
  readonly channel: string | null;
  readonly sender?: string | null | undefined;
}

export function usePayloadReader({ channel, sender }: Source): PayloadReader | undefined {
  return usePayloadReaders()?.(channel, sender);
}
