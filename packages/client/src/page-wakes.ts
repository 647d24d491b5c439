import type { EventStream } from './stream-messages.ts';

/**
 * A tab that was hidden, put aside or cut off finds out at once, not when a timer happens to run.
 * Answers how to stop listening.
 */
export function whenPageWakes(stream: EventStream): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const wake = () => {
    if (document.visibilityState === 'visible') stream.wake();
  };
  document.addEventListener('visibilitychange', wake, { signal });
  addEventListener('online', () => stream.wake(), { signal });
  // A page that is left may be kept for the way back, and must not hold the stream meanwhile.
  addEventListener('pagehide', () => stream.stop(), { signal });
  addEventListener('pageshow', () => stream.start(), { signal });
  return () => controller.abort();
}
