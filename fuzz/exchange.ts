import { connect } from 'node:net';
import type { Case } from './cases/case.ts';
import type { Victim } from './victim.ts';

/** After this long without an answer, or without more of it, the client has nothing more to say. */
const QUIET = { before: 250, after: 60 };
/** Whoever does not answer or close by then hangs; long, because machines are busy. */
const TIMEOUT = 300_000;
/** More of an answer is not worth waiting for: an export holds all that was ever sent. */
const MOST_READ = 512 * 1024;

export interface Outcome {
  readonly bytes: Buffer;
  readonly end: 'closed' | 'left' | 'hung' | 'refused';
}

/** Plays a case on a connection of its own. */
export function exchange(victim: Victim, { pieces, vanishes }: Case): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(victim.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    let size = 0;
    let end: Outcome['end'] = 'closed';
    const leave = (how: Outcome['end']) => {
      end = how;
      socket.resetAndDestroy();
    };
    const hung = setTimeout(leave, TIMEOUT, 'hung');
    let quiet = setTimeout(() => socket.end(), QUIET.before);
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => {
      chunks.push(bytes);
      size += bytes.length;
      if (size > MOST_READ) leave('left');
      else {
        clearTimeout(quiet);
        quiet = setTimeout(() => socket.end(), QUIET.after);
      }
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') end = 'refused';
    });
    socket.on('close', () => {
      clearTimeout(hung);
      clearTimeout(quiet);
      resolve({ bytes: Buffer.concat(chunks), end });
    });
    const send = (turn: number) => {
      const piece = pieces[turn];
      if (piece !== undefined && socket.writable) {
        socket.write(victim.named(piece));
        setImmediate(send, turn + 1);
      } else if (vanishes) leave('left');
    };
    socket.on('connect', () => {
      quiet.refresh();
      send(0);
    });
  });
}
