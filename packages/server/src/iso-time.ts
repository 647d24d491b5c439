let lastTime = Number.NaN;
let lastText = '';

/**
 * Milliseconds since 1970 as ISO 8601. Under load many events fall into one millisecond, and
 * writing a date costs more than anything else that is done to an event.
 */
export function isoTime(time: number): string {
  if (time !== lastTime) {
    lastText = new Date(time).toISOString();
    lastTime = time;
  }
  return lastText;
}
