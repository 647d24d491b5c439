// A service that nobody waits for any more must not stay behind with its port.
import { readFileSync } from 'node:fs';

const { env } = process;
/** Milliseconds; it is only looked at who is there. */
const LOOK_EVERY = 500;

/** As a SIGTERM would. */
export const end = () => process.emit('SIGTERM', 'SIGTERM') || process.exit(1);

/**
 * `npx` puts a shell between itself and the program. A SIGTERM that it passes on ends that shell
 * alone, and a SIGKILL nobody but itself: neither is heard of here, so it is looked for.
 */
export function endWithNpx() {
  if (env.npm_lifecycle_event !== 'npx' || !env.npm_lifecycle_script?.includes('hookline')) return;
  const before = whoWaits();
  setInterval(() => whoWaits() === before || end(), LOOK_EVERY).unref();
}

/** The parent; of a shell its parent too, where the system tells it. */
function whoWaits() {
  const parent = process.ppid;
  try {
    // 4711 (name, which may have brackets in it) S 4710 …
    const [, name, grandparent] = /^\d+ \((.*)\) \S (\d+)/.exec(
      readFileSync(`/proc/${parent}/stat`, 'utf8'),
    );
    return /sh$/.test(name) ? `${grandparent} ${parent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
