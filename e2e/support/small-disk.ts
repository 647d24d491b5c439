import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Program, SERVICE, temporaryFolder } from './service.ts';

const root = join(import.meta.dirname, '../..');

export interface SmallDisk {
  /** Where it is for whoever is started with `command`. */
  readonly folder: string;
  /** Starts the service where the disk is. */
  readonly command: string[];
  /** Leaves no room at all, or so many bytes. */
  fill(butFor?: number): void;
  free(): void;
  remount(access: 'ro' | 'rw'): void;
  /** A copy of what is on it: SQLite does not find its way to a disk in another namespace. */
  copy(): string;
}

/**
 * A file system of its own, in memory. It is mounted in a namespace, which takes no rights on the
 * machine and is gone with the last process in it.
 */
export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const folder = temporaryFolder();
  const mount = `mount -t tmpfs -o size=${bytes} tmpfs '${folder}'`;
  const holder = new Program('unshare', [
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    `${mount} && echo mounted && exec sleep infinity`,
  ]);
  await holder.line(/^mounted$/);
  const inside = ['--user', '--mount', '--preserve-credentials', `--wd=${root}`];
  const enter = ['--target', String(holder.child.pid), ...inside];
  const seenFromOutside = `/proc/${holder.child.pid}/root${folder}`;
  const filling = join(seenFromOutside, 'filling');
  return {
    folder,
    command: ['nsenter', ...enter, ...SERVICE],
    fill(butFor = 0) {
      const room = Buffer.alloc(4096, 1);
      const spare = join(seenFromOutside, 'spare');
      write(spare, Buffer.alloc(butFor, 1));
      try {
        for (;;) write(filling, room);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      rmSync(spare);
    },
    free: () => rmSync(filling),
    remount(access) {
      // Of the mount alone: the options of the disk itself may only be named again by root.
      const words = ['mount', '-o', `remount,bind,${access}`, folder];
      execFileSync('nsenter', [...enter, ...words]);
    },
    copy() {
      const copy = temporaryFolder();
      cpSync(seenFromOutside, copy, { recursive: true });
      return copy;
    },
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
