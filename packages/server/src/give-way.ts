import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * On Linux a thread has a priority of its own. Where a core is shared, threads of the same one take
 * turns of some milliseconds, and for so long nobody answers senders. Elsewhere, and where no
 * processes are shown, nothing happens: it works as well, less politely.
 */
const NICENESS = 10;

/** All other threads of the process, as there are: at its start those that collect V8's garbage. */
export function letOthersGiveWay(): void {
  attempt(() => {
    const own = ownThread();
    for (const name of readdirSync('/proc/self/task')) {
      if (Number(name) !== own) attempt(() => setPriority(Number(name), NICENESS));
    }
  });
}

export function giveWay(): void {
  attempt(() => setPriority(ownThread(), NICENESS));
}

function ownThread(): number {
  return Number(basename(readlinkSync('/proc/thread-self')));
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}
