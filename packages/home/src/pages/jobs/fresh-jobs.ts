import { useEffect, useRef, useState } from 'react';
import type { Job } from '../../backend/archive.ts';
import { serverNow } from '../../backend/server-clock.ts';

/** Long enough to be noticed by somebody who is on the phone. */
const MARKED_FOR = 8000;
const RECENT = 60_000;
const NONE: ReadonlySet<string> = new Set();

/** What tells a version of a job from the one before. */
export function versionOf({ id, receivedAt }: Job): string {
  return `${id} ${receivedAt}`;
}

/**
 * The versions that came since the list was looked at. The marks go when somebody has had them in
 * view for a while, not while the window is hidden.
 */
export function useFreshJobs(options: {
  readonly jobs: readonly Job[];
  /** Names the list: what another filter brings is not new. */
  readonly list: string;
  /** When the jobs were read; undefined while those of another list are shown. */
  readonly readAt: number | undefined;
}): ReadonlySet<string> {
  const { jobs, list, readAt } = options;
  const known = useRef<{ list: string; newest: string }>(undefined);
  const [fresh, setFresh] = useState(NONE);
  const waiting = useRef(new Set<() => void>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another array at every rendering; readAt tells when its content is another one
  useEffect(() => {
    if (readAt === undefined) return;
    const before = known.current?.list === list ? known.current.newest : undefined;
    known.current = { list, newest: newestOf(jobs, before) };
    if (before === undefined) {
      setFresh(NONE);
      return;
    }
    // A list that is read on brings others, which came long ago.
    const recent = new Date(serverNow() - RECENT).toISOString();
    const came = new Set(
      jobs.filter(({ receivedAt }) => receivedAt > before && receivedAt > recent).map(versionOf),
    );
    if (came.size === 0) return;
    setFresh((old) => new Set([...old, ...came]));
    const cancel = afterBeingSeen(() => {
      cancel();
      waiting.current.delete(cancel);
      setFresh((old) => new Set([...old].filter((one) => !came.has(one))));
    });
    waiting.current.add(cancel);
  }, [list, readAt]);

  useEffect(() => {
    const cancels = waiting.current;
    return () => {
      for (const cancel of cancels) cancel();
    };
  }, []);
  return fresh;
}

/** Runs when the page has been in view for a while; answers how to call it off. */
function afterBeingSeen(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    if (document.visibilityState === 'visible') timer ??= setTimeout(run, MARKED_FOR);
  };
  begin();
  document.addEventListener('visibilitychange', begin);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', begin);
  };
}

function newestOf(jobs: readonly Job[], before = ''): string {
  return jobs.reduce(
    (newest, { receivedAt }) => (receivedAt > newest ? receivedAt : newest),
    before,
  );
}
