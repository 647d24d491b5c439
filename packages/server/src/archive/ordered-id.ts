import { randomUUIDv7 } from 'node:crypto';

const MOST_IN_A_MILLISECOND = 0xfff;
let time = 0;
let count = 0;

/**
 * A UUIDv7 that is greater than the one before. Those of Node are in order by millisecond only,
 * and a list would show what came in within the same one in any order. The counter stands where
 * RFC 9562 (6.2, method 1) puts it.
 */
export function orderedId(): string {
  const now = Date.now();
  if (now > time) {
    time = now;
    count = 0;
  } else if (++count > MOST_IN_A_MILLISECOND) {
    time++;
    count = 0;
  }
  const hex = time.toString(16).padStart(12, '0');
  const counter = count.toString(16).padStart(3, '0');
  const random = randomUUIDv7().slice('xxxxxxxx-xxxx-xxxx'.length);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter}${random}`;
}
