const MINUTE = 60_000;
let minute = Number.NaN;
let toTheMinute = '';
let lastTime = Number.NaN;
let lastText = '';

/**
 * Milliseconds since 1970 as ISO 8601. Under load many events fall into one millisecond, and
 * writing a date costs more than anything else that is done to an event.
 */
export function isoTime(time: number): string {
  if (time === lastTime) return lastText;
  const within = Math.floor(time) - minute;
  if (within >= 0 && within < MINUTE) {
    const digits = String(100_000 + within);
    lastText = `${toTheMinute}${digits.slice(1, 3)}.${digits.slice(3)}Z`;
  } else {
    lastText = new Date(time).toISOString();
    minute = Math.floor(time / MINUTE) * MINUTE;
    toTheMinute = lastText.slice(0, -7);
  }
  lastTime = time;
  return lastText;
}
