import { useEffect, useState } from 'react';

/** The time, again at the beginning of every minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // A timer that runs late after a sleep finds the right minute too.
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (now % 60_000) + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** The beginning of the day here, as a moment. */
export function startOfDay(now: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}
