import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './service.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room at all, or so many bytes. */
  fill(butFor?: number): void;
  free(): void;
  remount(access: 'ro' | 'rw'): void;
}

/** A file system of its own, in memory. */
export function smallDisk(bytes: number): SmallDisk {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
  const filling = join(folder, 'filling');
  return {
    folder,
    fill(butFor = 0) {
      const room = Buffer.alloc(4096, 1);
      const spare = join(folder, 'spare');
      write(spare, Buffer.alloc(butFor, 1));
      try {
        for (;;) write(filling, room);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      rmSync(spare);
    },
    free: () => rmSync(filling),
    remount: (access) =>
      void execFileSync('mount', ['-o', `remount,${access},size=${bytes}`, folder]),
  };
}

function write(path: string, bytes: Buffer): void {
  const file = openSync(path, 'a');
  try {
    if (writeSync(file, bytes) < bytes.length) {
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    }
  } finally {
    closeSync(file);
  }
}
