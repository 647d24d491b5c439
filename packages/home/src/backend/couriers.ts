import type { Courier, CourierList, CourierView } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { KEEPS_TRYING } from './archive.ts';
import { request } from './request.ts';

export type { Courier };

/** Everybody who drives. */
export function useCouriers() {
  const result = useQuery({
    queryKey: ['couriers', 'all'],
    queryFn: ({ signal }) => request<CourierList>('GET', '/api/couriers', { signal }),
    ...KEEPS_TRYING,
  });
  return { ...result, trouble: result.error ?? result.failureReason };
}

/** One of them, with all that there is to do. */
export function useCourier(id: string) {
  const result = useQuery({
    queryKey: ['couriers', 'one', id],
    queryFn: ({ signal }) =>
      request<CourierView>('GET', `/api/couriers/${encodeURIComponent(id)}`, { signal }),
    ...KEEPS_TRYING,
  });
  return { ...result, trouble: result.error ?? result.failureReason };
}
