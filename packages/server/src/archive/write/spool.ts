import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^\d{15}\.batch$/;

/**
 * Batches that the database could not take yet, a file each, in the order they came in. A file
 * gets its name only when it is whole, so that an end in the middle of writing leaves nothing
 * that looks like a batch.
 */
export class Spool {
  readonly #folder: string;
  /** Names of waiting files, oldest first; undefined until the folder was looked at. */
  #names: string[] | undefined;
  #next = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get length(): number {
    return this.#waiting().length;
  }

  add(packed: Uint8Array): void {
    const waiting = this.#waiting();
    mkdirSync(this.#folder, { recursive: true });
    const name = `${String(this.#next).padStart(15, '0')}.batch`;
    const unfinished = join(this.#folder, `${name}.part`);
    writeFileSync(unfinished, packed);
    renameSync(unfinished, join(this.#folder, name));
    this.#next++;
    waiting.push(name);
  }

  oldest(): Uint8Array | undefined {
    const [name] = this.#waiting();
    return name === undefined ? undefined : readFileSync(join(this.#folder, name));
  }

  removeOldest(): void {
    const name = this.#waiting().shift();
    if (name !== undefined) rmSync(join(this.#folder, name), { force: true });
  }

  /** Puts a file that is no batch out of the way, so that it does not block the others. */
  setOldestAside(): void {
    const name = this.#waiting().shift();
    if (name !== undefined) {
      renameSync(join(this.#folder, name), join(this.#folder, `${name}.unreadable`));
    }
  }

  /** Every waiting batch, with a way to put another in its place. */
  *all(): Generator<{ packed: Uint8Array; replace: (packed: Uint8Array) => void }> {
    for (const name of [...this.#waiting()]) {
      const path = join(this.#folder, name);
      yield {
        packed: readFileSync(path),
        replace(packed) {
          writeFileSync(`${path}.part`, packed);
          renameSync(`${path}.part`, path);
        },
      };
    }
  }

  #waiting(): string[] {
    if (this.#names) return this.#names;
    let found: string[] = [];
    try {
      found = readdirSync(this.#folder)
        .filter((name) => NAME.test(name))
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    this.#next = Number(found.at(-1)?.slice(0, 15) ?? -1) + 1;
    this.#names = found;
    return found;
  }
}
