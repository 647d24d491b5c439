import { useSyncExternalStore } from 'react';

/** Milliseconds; an answer that took longer does not say when it was written. */
const SLOWEST = 3000;
/** Answers name whole seconds: two clocks are not told to differ by less. */
const COARSE = 1500;
const TICK = 1000;

/** By how much the server's clock is ahead of this one's. */
let ahead = 0;

/**
 * The time by which the server decides what is late. A dispatcher's computer whose clock is ten
 * minutes slow would show time that there is not.
 */
export function serverNow(): number {
  return Date.now() + ahead;
}

/** What the `Date` of an answer says about the server's clock; `askedAt` is by this one. */
export function setServerClock(date: string | null, askedAt: number): void {
  const told = Date.parse(date ?? '');
  const answeredAt = Date.now();
  if (Number.isNaN(told) || answeredAt - askedAt > SLOWEST || answeredAt < askedAt) return;
  const difference = told + 500 - (askedAt + answeredAt) / 2;
  // A clock that is right is not made to jump to and fro within the second.
  if (Math.abs(difference - ahead) > COARSE) ahead = Math.abs(difference) > COARSE ? difference : 0;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Once a second, for all that count time: one timer, however many rows there are. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What `read` makes of the time. The component is drawn anew only when that is something else. */
export function useServerTime<T extends string | number | boolean>(read: (now: number) => T): T {
  return useSyncExternalStore(onTick, () => read(serverNow()));
}
