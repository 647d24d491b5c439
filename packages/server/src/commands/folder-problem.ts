import { rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'it is on a disk that is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'nothing can be written there',
  ENOTDIR: 'a part of the path is no folder',
};

/** Why nothing could be put into a folder, which need not be there yet; undefined if all is well. */
export function folderProblem(folder: string): string | undefined {
  const existing = nearestExisting(folder);
  try {
    if (!statSync(existing).isDirectory()) return `${existing} is no folder`;
    tryToWrite(existing);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return `${existing}: ${REASONS[code] ?? code}`;
  }
}

/** Really: a right to write does not say that the disk has room, nor that it can be written. */
function tryToWrite(folder: string): void {
  const path = join(folder, `.hookline-check-${process.pid}`);
  try {
    writeFileSync(path, 'hookline check\n', { flag: 'wx' });
  } finally {
    rmSync(path, { force: true });
  }
}

function nearestExisting(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || dirname(path) === path ? path : nearestExisting(dirname(path));
}
