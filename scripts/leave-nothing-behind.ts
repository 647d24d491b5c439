import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Gives this run a temporary folder of its own, which everything it starts finds in TMPDIR. When
 * the run is over, in whatever way, a process beside it ends what still has that folder in its
 * environment or its command, and removes the folder: a run that is killed cleans up nothing.
 */
export function leaveNothingBehind(prefix: string): string {
  const outside = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // PostgreSQL has a folder in it and runs as another user if this one is root.
  chmodSync(folder, 0o711);
  const cleaner = spawn(process.execPath, [import.meta.filename, folder], {
    // A Ctrl-C ends everything that shares a terminal with it.
    detached: true,
    env: { ...process.env, TMPDIR: outside },
    // The other end of the pipe is in no process but this one, and closes with it.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  cleaner.unref();
  if (cleaner.stdin instanceof Socket) cleaner.stdin.unref();
  process.env['TMPDIR'] = folder;
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What npm has started goes on by itself when npm is killed. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 500).unref();
}

/** Processes that were started by the run, and those that they have started; on Linux only. */
function startedIn(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  const found = new Set<number>();
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const id = Number(name);
    if (!(id > 0) || id === process.pid) continue;
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
      parents.set(id, Number(parent));
      // Programs that give themselves a title write it over their environment.
      const words = ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${id}/${file}`));
      if (words.some((bytes) => bytes.includes(folder))) found.add(id);
    } catch {
      // It has ended meanwhile, or is somebody else's.
    }
  }
  const isFound = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (found.has(id) || isFound(parents.get(id)));
  return [...parents.keys()].filter(isFound);
}

async function cleanUp(folder: string): Promise<void> {
  // Whoever is about to be ended may have started another one.
  for (let started = startedIn(folder); started.length > 0; started = startedIn(folder)) {
    for (const id of started) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) {
  await text(process.stdin);
  await cleanUp(folder);
}
