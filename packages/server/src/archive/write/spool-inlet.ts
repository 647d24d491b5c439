import { existsSync, readdirSync, renameSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DIGITS = 15;
const NAME = /^\d{15}\.batch$/;
/** What was set aside keeps its number: a new file must not take its place one day. */
const NUMBERED = /^\d{15}\.batch/;

/**
 * The relay's end of the spool: adds a file per batch, without making any request wait. A file
 * gets its name only when it is whole, so that an end in the middle of writing leaves nothing
 * that looks like a batch.
 */
export class SpoolInlet {
  readonly #folder: string;
  #next = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What an earlier run has left, oldest first. Has to be asked before anything is added. */
  leftOver(): string[] {
    const found = namesIn(this.#folder)
      .filter((name) => NUMBERED.test(name))
      .sort();
    this.#next = Number(found.at(-1)?.slice(0, DIGITS) ?? -1) + 1;
    return found.filter((name) => NAME.test(name));
  }

  /** Answers the name of the file. */
  async add(packed: Uint8Array): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const name = `${String(this.#next).padStart(DIGITS, '0')}.batch`;
    const unfinished = join(this.#folder, `${name}.part`);
    await writeFile(unfinished, packed);
    await rename(unfinished, join(this.#folder, name));
    this.#next++;
    return name;
  }

  /** While there is no writer, whose business this is otherwise. */
  setAside(name: string): void {
    const path = join(this.#folder, name);
    if (existsSync(path)) renameSync(path, `${path}.unreadable`);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
