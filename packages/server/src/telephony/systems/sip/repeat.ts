import type { Schedule } from '../../schedule.ts';

/** The first wait, the longest one, and when to give up (RFC 3261: T1, T2 and 64 times T1). */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;
export const GIVE_UP = 32_000;

/** Says something until it is stopped, or nobody has answered for long. */
export type Repeat = (bytes: Buffer, onGivenUp?: () => void) => () => void;

/**
 * Sends now and again and again: a datagram may be lost, and nobody says so. Answers how to stop.
 */
export function sendRepeatedly(
  schedule: Schedule,
  send: () => void,
  onGivenUp: () => void = () => {},
): () => void {
  let wait = FIRST_WAIT;
  let sent = 0;
  let callOff = () => {};
  const again = () => {
    send();
    const rest = GIVE_UP - sent;
    callOff = schedule.after(Math.min(wait, rest), wait < rest ? again : onGivenUp);
    sent += wait;
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
  again();
  return () => callOff();
}
