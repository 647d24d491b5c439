import type { CallChange } from '@hookline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useAppContext } from '../../backend/app-context.ts';
import { type Call, storeChange } from '../../backend/archive.ts';
import { deskLabel } from '../../desk.ts';
import { type Claimable, useTellFailure } from '../claims.tsx';

export async function changeCall(
  queries: QueryClient | undefined,
  id: string,
  change: CallChange,
): Promise<void> {
  const by = deskLabel();
  // Somebody on the telephone is not asked for a name before a note is kept.
  const body = { ...(by !== '' && { by }), ...change };
  await storeChange(queries, 'calls', id, body);
}

/** Marks a call as settled, or as open again. */
export function useSettle(): (call: Call, settled: boolean) => void {
  const { queries } = useAppContext();
  const tellFailure = useTellFailure();
  return (call, settled) => {
    changeCall(queries, call.id, { settled }).catch(tellFailure);
  };
}

/** A call, or all of a number, as something that a desk takes on. */
export function useClaimableCalls(): (name: string, calls: readonly Call[]) => Claimable {
  const { queries } = useAppContext();
  return (name, calls) => ({
    name,
    claimedBy: calls.find(({ claimedBy }) => claimedBy !== null)?.claimedBy ?? null,
    // One after the other: where another desk holds one, the rest is left alone.
    change: async (change) => {
      for (const { id } of calls) await changeCall(queries, id, change);
    },
  });
}
