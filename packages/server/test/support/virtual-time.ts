import type { Schedule } from '../../src/telephony/schedule.ts';

/** A time that passes only when a test says so; what is due happens in its order. */
export function virtualTime(): Schedule & { now(): number; pass(milliseconds: number): void } {
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  return {
    now: () => now,
    after(milliseconds, run) {
      const entry = { at: now + milliseconds, run };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...waiting].sort((a, b) => a.at - b.at);
        if (!next || next.at > end) break;
        waiting.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}
