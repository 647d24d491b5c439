import type { CallChange } from '@hookline/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Call } from '../../backend/archive.ts';
import { useOffice } from '../../backend/office.ts';
import { request } from '../../backend/request.ts';
import { deskLabel } from '../../desk.ts';
import { type Claimable, useTellFailure } from '../claims.ts';

/**
 * Stores a change, and shows it in every list before the archive has announced it. Without
 * `queries`, nothing was read yet.
 */
export async function changeCall(
  queries: QueryClient | undefined,
  id: string,
  change: CallChange,
): Promise<void> {
  const by = deskLabel();
  const changed = await request<Call>('PATCH', `/api/calls/${encodeURIComponent(id)}`, {
    // Somebody on the telephone is not asked for a name before a note is kept.
    body: { ...(by !== '' && { by }), ...change },
  }).catch((error: unknown) => {
    // What refuses it is not on screen yet: another desk, or that it is gone.
    void queries?.invalidateQueries({ queryKey: ['calls'] });
    throw error;
  });
  if (!queries) return;
  // An answer that is on its way may be older than the change, and would turn it back on screen.
  await queries.cancelQueries({ queryKey: ['calls'] });
  queries.setQueriesData<InfiniteData<{ items: Call[] }>>({ queryKey: ['calls'] }, (data) =>
    data?.pages
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((call) => (call.id === id ? changed : call)),
          })),
        }
      : data,
  );
  void queries.invalidateQueries({ queryKey: ['calls'] });
}

/** Marks a call as settled, or as open again. */
export function useSettle(): (call: Call, settled: boolean) => void {
  const { queries } = useOffice();
  const tellFailure = useTellFailure();
  return (call, settled) => {
    changeCall(queries, call.id, { settled }).catch(tellFailure);
  };
}

/** A call, or all of a number, as something that a desk takes on. */
export function useClaimableCalls(): (name: string, calls: readonly Call[]) => Claimable {
  const { queries } = useOffice();
  return (name, calls) => ({
    name,
    claimedBy: calls.find(({ claimedBy }) => claimedBy !== null)?.claimedBy ?? null,
    // One after the other: where another desk holds one, the rest is left alone.
    change: async (change) => {
      for (const { id } of calls) await changeCall(queries, id, change);
    },
  });
}
