import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from './failures.ts';

/** What happened to a file of the spool that could not be used. */
export type SpoolNotice = (text: string) => void;

/** About this one file, whatever the disk and the others are like. */
const FILE_PROBLEMS = ['ENOENT', 'EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP', 'ENXIO'];

/**
 * The writer's end of the spool: batches that wait as files, a file each, in the order they came
 * in. The relay adds files and says their names; only this end takes any away.
 */
export class Spool {
  readonly #folder: string;
  /** Names of waiting files, oldest first. */
  #names: string[] = [];
  /** Names of files that stay for another version. */
  readonly #left: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  get oldestName(): string | undefined {
    return this.#names[0];
  }

  /** These files are there, newer than all that were before. */
  expect(names: readonly string[]): void {
    this.#names.push(...names);
  }

  /** Undefined when the file is gone or cannot be read: others must not wait for it. */
  oldest(notice: SpoolNotice): Uint8Array | undefined {
    const [name] = this.#names;
    if (name === undefined) return undefined;
    try {
      return readFileSync(join(this.#folder, name));
    } catch (error) {
      if (!isAboutFile(error)) throw error;
      notice(`the file ${name} of the spool cannot be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  removeOldest(): void {
    const name = this.#names.shift();
    // One that cannot be removed is delivered again after the next start, which is harmless.
    if (name !== undefined) ignoring(() => rmSync(join(this.#folder, name), { force: true }));
  }

  /** Puts a file that is no batch out of the way, so that it does not block the others. */
  setOldestAside(): void {
    const name = this.#names.shift();
    if (name === undefined) return;
    const path = join(this.#folder, name);
    ignoring(() => renameSync(path, `${path}.unreadable`));
  }

  /** The version that has written it finds it at its next start. */
  leaveOldest(): void {
    const name = this.#names.shift();
    if (name !== undefined) this.#left.push(name);
  }

  /** Of all files that wait now, those of a newer version too. */
  get names(): readonly string[] {
    return [...this.#left, ...this.#names];
  }

  /** A batch with a way to put another in its place; undefined when it is stored meanwhile. */
  waiting(
    name: string,
  ): { readonly packed: Uint8Array; replace(packed: Uint8Array): void } | undefined {
    const path = join(this.#folder, name);
    const packed = readOrNothing(path);
    return (
      packed && {
        packed,
        replace(other) {
          writeFileSync(`${path}.part`, other);
          renameSync(`${path}.part`, path);
        },
      }
    );
  }
}

/** Put out of the way when its turn comes; it must not keep the others from being erased. */
function readOrNothing(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAboutFile(error)) return undefined;
    throw error;
  }
}

function isAboutFile(error: unknown): boolean {
  return FILE_PROBLEMS.includes((error as NodeJS.ErrnoException).code ?? '');
}

function ignoring(work: () => void): void {
  try {
    work();
  } catch {
    // The name is forgotten anyway.
  }
}
