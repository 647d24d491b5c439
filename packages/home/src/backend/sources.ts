import type { Source, Sources } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useReadAgain } from './app-context.ts';
import { asking } from './request.ts';

/** What no event tells of: refusals, and silence. */
const EVERY = 10_000;

/** Who sends what. For what stands on every page, it need not follow each event. */
function useSourcesNow() {
  return useQuery({
    queryKey: ['sources'],
    queryFn: asking<Sources>('/api/sources'),
    refetchInterval: EVERY,
    // The title of a page that nobody looks at tells of it too.
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
}

export function useSources() {
  const query = useSourcesNow();
  useReadAgain(query.refetch);
  return query;
}

/** What is wrong with those who send; undefined while nobody knows. */
export function useSourceTrouble() {
  const { data, isError } = useSourcesNow();
  return data === undefined || isError ? undefined : troubleOf(data);
}

/** So many senders have gone silent; what so many others send is refused. */
function troubleOf({ silence, sources }: Pick<Sources, 'silence' | 'sources'>) {
  return {
    silent: silence.filter(({ isSilent }) => isSilent).length,
    // One that is silent is counted once.
    refused: sources.filter((source) => !source.isSilent && isRefused(source)).length,
  };
}

/** Whether its latest message was refused: who has been put right is in no trouble any more. */
function isRefused({ refusedToday, refusals: [latest], lastEventAt }: Source): boolean {
  return (
    refusedToday > 0 &&
    latest !== undefined &&
    (lastEventAt === null || Date.parse(latest.at) > Date.parse(lastEventAt))
  );
}

/**
 * Whether jobs may be open that nobody here knows of, since one who sends jobs is silent or
 * refused. Of one who has sent nothing yet it is not known what it sends. Undefined while nobody
 * knows.
 */
export function useAreJobsMissing(): boolean | undefined {
  const { data, isError } = useSourcesNow();
  return data === undefined || isError ? undefined : areJobsMissing(data);
}

function areJobsMissing({ silence, sources }: Pick<Sources, 'silence' | 'sources'>) {
  const sendJobs = sources.filter(({ url }) => url === 'jobs' || url === null);
  return (
    silence.some(({ name, isSilent }) => isSilent && name === 'jobs') ||
    sendJobs.some((source) => source.isSilent || isRefused(source))
  );
}
