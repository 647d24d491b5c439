import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { rowsOf } from './archive.ts';

/** Stops every process of a PostgreSQL where it stands, as a machine that hangs would. */
export async function freezer(url: string): Promise<{ freeze(): void; thaw(): void }> {
  const [row] = await rowsOf(url, "select current_setting('data_directory') as folder");
  const [main] = readFileSync(`${row?.['folder']}/postmaster.pid`, 'utf8').split('\n', 1);
  const signal = (name: NodeJS.Signals) => {
    // The one that would start others comes first.
    for (const pid of [Number(main), ...childrenOf(Number(main))]) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended by itself.
      }
    }
  };
  const thaw = () => signal('SIGCONT');
  // Frozen, it could not be stopped either.
  onTestFinished(thaw);
  return { freeze: () => signal('SIGSTOP'), thaw };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
