import type { Schedule } from '../../src/telephony/schedule.ts';

/** What a scenario never waits for: such a time is meant as it is. */
const LONG = 15_000;

/**
 * Plays what takes people seconds at once, one thing after the other in the order of their times.
 * Timers that only ran faster would change that order on a busy machine. What is due at `end` or
 * later does not happen, for tests that have something to do before it.
 */
export function quickSchedule(end = Number.POSITIVE_INFINITY): Schedule {
  const waiting: { readonly at: number; readonly run: () => void }[] = [];
  let now = 0;
  let isPlaying = false;
  const play = () => {
    const [next] = waiting.filter(({ at }) => at < end).sort((a, b) => a.at - b.at);
    isPlaying = next !== undefined;
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    now = next.at;
    next.run();
    setTimeout(play, 10).unref();
  };
  return {
    after(milliseconds, run) {
      if (milliseconds >= LONG) {
        const timer = setTimeout(run, milliseconds).unref();
        return () => clearTimeout(timer);
      }
      const entry = { at: now + milliseconds, run };
      waiting.push(entry);
      if (!isPlaying) setTimeout(play, 10).unref();
      isPlaying = true;
      return () => {
        const place = waiting.indexOf(entry);
        if (place >= 0) waiting.splice(place, 1);
      };
    },
  };
}
