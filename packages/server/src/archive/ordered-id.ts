import { createHash, randomUUIDv7 } from 'node:crypto';

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

const PLACES = 0x1000000;

/**
 * The same form for an event that has its place in a stream: whoever stores it, lists that sort by
 * time and id show those of one millisecond in the order of the stream. The versions of a job take
 * the seven digits behind the place for themselves, so nothing that tells two apart may stand there.
 */
export function fedId(receivedAt: string, sequence: number, instance: string): string {
  const at = Date.parse(receivedAt).toString(16).padStart(12, '0');
  const place = (sequence % PLACES).toString(16).padStart(6, '0');
  const round = Math.floor(sequence / PLACES)
    .toString(16)
    .padStart(7, '0')
    .slice(-7);
  const life = createHash('sha256').update(instance).digest('hex').slice(0, 5);
  return `${at.slice(0, 8)}-${at.slice(8)}-7${place.slice(0, 3)}-8${place.slice(3)}-${round}${life}`;
}
