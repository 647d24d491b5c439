import type { CallChange } from '@hookline/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Call } from '../../backend/archive.ts';
import { useOffice } from '../../backend/office.ts';
import { RequestError, request } from '../../backend/request.ts';
import { useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';

const TEXTS = {
  de: {
    failed: 'Das wurde nicht gespeichert',
    offline: 'Der Server ist gerade nicht zu erreichen.',
    away: 'Das Archiv antwortet gerade nicht.',
  },
  en: {
    failed: 'That was not saved',
    offline: 'The server cannot be reached just now.',
    away: 'The archive does not answer just now.',
  },
};

/**
 * Stores a change, and shows it in every list before the archive has announced it. Without
 * `queries`, nothing was read yet.
 */
export async function changeCall(
  queries: QueryClient | undefined,
  id: string,
  change: CallChange,
): Promise<void> {
  const changed = await request<Call>('PATCH', `/api/calls/${encodeURIComponent(id)}`, {
    body: change,
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
  const t = useTexts(TEXTS);
  return (call, settled) => {
    changeCall(queries, call.id, { settled }).catch((error: unknown) => {
      const status = error instanceof RequestError ? error.status : undefined;
      const reason = status === 0 ? t.offline : status === 503 ? t.away : String(error);
      tell('bad', t.failed, reason);
    });
  };
}
