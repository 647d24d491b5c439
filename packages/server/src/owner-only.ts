import { chmodSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { sqlitePath } from './archive/engine/store/sqlite-file.ts';
import type { Config } from './config/properties.ts';

/** Of the journal's folder: its files, what was set aside of them, its lock, and what was erased. */
const JOURNAL = /^(lock|erasures|suppressed|\d{15}\..+)$/;

interface OpenPath {
  readonly path: string;
  readonly mode: number;
  readonly isFolder: boolean;
  /** The next start takes it away from others. */
  readonly isOurs: boolean;
}

/**
 * What of the data others than its owner get at: what earlier versions have made outside of
 * systemd. A folder is ours that has nothing else in it; it may be anybody's home.
 */
export function openPaths(config: Config): readonly OpenPath[] {
  if (process.platform === 'win32') return [];
  const url = config['app.archive.url'];
  const ended = resolve(config['app.access.ended-sessions']);
  const spool = resolve(config['app.archive.spool-dir']);
  const files = [
    ended,
    ...namesIn(spool)
      .filter((name) => JOURNAL.test(name))
      .map(within(spool)),
  ];
  const folders = new Set([spool, dirname(ended)]);
  if (url.startsWith('sqlite:')) {
    const database = resolve(sqlitePath(url));
    const folder = dirname(database);
    // Its log, its lock, and what it was copied or renamed to.
    const isOf = (name: string) => /^([.-]|$)/.test(name.slice(basename(database).length));
    const family = namesIn(folder).filter((name) => name.startsWith(basename(database)));
    files.push(...family.filter(isOf).map(within(folder)));
    folders.add(folder);
  }
  const ours = new Set(files);
  // Inner ones first: they are in the others.
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    const isShared = ((modeOf(folder) ?? 0) & 0o1002) !== 0;
    if (
      !isShared &&
      namesIn(folder)
        .map(within(folder))
        .every((path) => ours.has(path))
    )
      ours.add(folder);
  }
  return [...new Set([...folders, ...files])].flatMap((path): OpenPath[] => {
    const mode = modeOf(path);
    if (mode === undefined || (mode & 0o077) === 0) return [];
    const isOurs = ours.has(path) && statSync(path).uid === process.getuid?.();
    return [{ path, mode: mode & 0o777, isFolder: folders.has(path), isOurs }];
  });
}

/** Answers what it has taken away from others. */
export function closeToOthers(config: Config): readonly string[] {
  return openPaths(config)
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ path, isFolder }) => {
      try {
        chmodSync(path, isFolder ? 0o700 : 0o600);
        return [path];
      } catch {
        // A disk that knows no rights, or is read-only; `hookline check` names it.
        return [];
      }
    });
}

/** The rights of a file that everybody on this machine can read; undefined of all others. */
export function readByAll(file: string): number | undefined {
  const mode = process.platform === 'win32' ? undefined : modeOf(file);
  return mode !== undefined && (mode & 0o004) !== 0 && isReached(resolve(file))
    ? mode & 0o777
    : undefined;
}

/** Nobody gets through a folder that is closed, whatever is in it. */
function isReached(path: string): boolean {
  const folder = dirname(path);
  return folder === path || (((modeOf(folder) ?? 0) & 0o001) !== 0 && isReached(folder));
}

const within = (folder: string) => (name: string) => join(folder, name);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function modeOf(path: string): number | undefined {
  try {
    return statSync(path).mode;
  } catch {
    return undefined;
  }
}
