import { expect, onTestFinished } from 'vitest';
import {
  type LiveEvent,
  type LiveEvents,
  type LiveEventsOptions,
  type LiveState,
  liveEvents,
} from '../../src/index.ts';

export interface Watched {
  readonly live: LiveEvents;
  /** Every state a subscriber saw, repetitions left out. */
  readonly states: LiveState[];
  readonly arrived: LiveEvent[];
  ids(): number[];
  /** Waits without measuring: as long as the test may take. */
  until(condition: (live: LiveEvents) => boolean): Promise<void>;
}

/** A live list whose history a test can look at; stopped when the test is over. */
export function watch(options: LiveEventsOptions): Watched {
  const live = liveEvents(options);
  onTestFinished(() => live.stop());
  const states: LiveState[] = [];
  const arrived: LiveEvent[] = [];
  live.subscribe(() => {
    const { state } = live.getSnapshot();
    if (states.at(-1) !== state) states.push(state);
  });
  live.onEvent((event) => arrived.push(event));
  return {
    live,
    states,
    arrived,
    ids: () => live.events.map(({ id }) => id),
    until: (condition) => expect.poll(() => condition(live), { interval: 10 }).toBe(true),
  };
}

/** Newest first. */
export const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i);
export const up = (from: number, to: number) => down(to, from).reverse();
