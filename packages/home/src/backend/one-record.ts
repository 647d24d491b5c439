import type { CourierList, CourierView, JobStatuses, Page } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { type Address, askCaller, type Job, type JobHistory, KEEPS_TRYING } from './archive.ts';
import { asking, RequestError, request, withParameters } from './request.ts';

/** What is asked for until the archive is back, with what is wrong meanwhile. */
function useAsked<T>(
  queryKey: readonly string[],
  queryFn: (query: { readonly signal: AbortSignal }) => Promise<T>,
) {
  const result = useQuery({ queryKey, queryFn, ...KEEPS_TRYING });
  return { ...result, trouble: result.error ?? result.failureReason };
}

/** All statuses that jobs have, and how many have them. */
export function useJobStatuses() {
  return useAsked(['jobs', 'statuses'], asking<JobStatuses>('/api/archive/job-statuses'));
}

/** Everybody who drives. */
export function useCouriers() {
  return useAsked(['couriers', 'all'], asking<CourierList>('/api/couriers'));
}

/** One of them, with all that there is to do. */
export function useCourier(id: string) {
  const path = `/api/couriers/${encodeURIComponent(id)}`;
  return useAsked(['couriers', 'one', id], asking<CourierView>(path));
}

export function useJob(name: string) {
  return useAsked(['jobs', 'one', name], ({ signal }) => jobHistory(name, signal));
}

async function jobHistory(name: string, signal: AbortSignal): Promise<JobHistory> {
  const history = (one: string) =>
    request<JobHistory>('GET', `/api/jobs/${encodeURIComponent(one)}`, { signal });
  // As links of earlier versions name a job without a reference.
  if (name !== '.' && name !== '..') return history(name.replace(/^id:(?=[\da-f-]{36}$)/, ''));
  // In a path these two are steps, however they are encoded.
  const path = withParameters('/api/jobs', { reference: name });
  const { items } = await request<Page<Job>>('GET', path, { signal });
  if (!items[0]) throw new RequestError(404, 'not_found', 'The archive has no such record.');
  return history(items[0].id);
}

export function useAddress(id: string | undefined) {
  return useQuery({
    queryKey: ['addresses', 'one', id],
    queryFn: asking<Address>(`/api/addresses/${encodeURIComponent(id ?? '')}`),
    enabled: id !== undefined,
  });
}

/** Whether the archive has anything about somebody; it does not hurt to believe so. */
export async function isKnown(who: {
  readonly id?: string | undefined;
  readonly number?: string | undefined;
}): Promise<boolean> {
  const { id, number = '' } = who;
  try {
    if (id !== undefined)
      return Boolean(await request('GET', `/api/addresses/${encodeURIComponent(id)}`));
    if (number === '') return true;
    const { address, calls, jobs } = await askCaller(number);
    return address !== null || calls.length > 0 || jobs.length > 0;
  } catch (error) {
    return !(error instanceof RequestError && error.status === 404);
  }
}
