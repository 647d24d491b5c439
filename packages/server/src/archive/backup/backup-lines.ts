import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The form of a backup: lines of JSON, `{"what it is":…,"crc":…}`. The first is the heading, the last
 * the end, and each between is a row under the name of its table. The checksum goes on from line to
 * line, so the one where something is changed, missing or twice is known; without its end a backup
 * is none.
 */
export interface Heading {
  readonly format: 1;
  readonly at: string;
  /** The version of Hookline that has made it. */
  readonly version: string;
  /** Those of the schema that its tables have behind them. */
  readonly steps: readonly string[];
  /** What there is of each table; whatever else it has at these steps gets what is preset. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** With which key its marks of erasures were made: see `erasureKeyName`. */
  readonly erasureKey: string | null;
}

/** How many rows each table has. */
export type Counts = Readonly<Record<string, number>>;

export type BackupLine =
  | { readonly is: 'heading'; readonly heading: Heading }
  | { readonly is: 'row'; readonly table: string; readonly json: string }
  | { readonly is: 'end'; readonly counts: Counts };

const HEADING = 'hookline';
const END = 'end';
const BREAK = '\n'.charCodeAt(0);

/** A file that is no backup, or not a whole one. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

export class BackupWriter {
  readonly #hash = createHash('sha256');
  #crc = 0;

  heading(heading: Heading): string {
    return this.#line(HEADING, JSON.stringify(heading));
  }

  row(table: string, row: object): string {
    return this.#line(table, JSON.stringify(row));
  }

  end(counts: Counts): string {
    return this.#line(END, JSON.stringify({ counts, sha256: this.#hash.digest('hex') }), false);
  }

  #line(name: string, json: string, isHashed = true): string {
    const body = `{"${name}":${json}`;
    this.#crc = crc32(body, this.#crc);
    const line = `${body},"crc":${this.#crc}}\n`;
    if (isHashed) this.#hash.update(line);
    return line;
  }
}

/** What the bytes of a backup say; throws a `BadBackup` at the line from which they are none. */
export async function* readBackup(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256');
  let crc = 0;
  let number = 1;
  let isOver = false;
  const bad = (why: string) => new BadBackup(`line ${number}: ${why}`);
  const read = (line: Buffer): BackupLine => {
    if (isOver) throw bad('something stands behind the end of the backup');
    const at = line.lastIndexOf(',"crc":');
    const text = line.toString('utf8', 0, Math.max(0, at));
    const [start = '', name = ''] = /^\{"(\w+)":/.exec(text) ?? [];
    if (number === 1 && name !== HEADING) throw bad('this is no backup of Hookline');
    crc = crc32(line.subarray(0, Math.max(0, at)), crc);
    if (line.toString('utf8', at + 7) !== `${crc}}`) {
      throw bad('the file was altered here, or something is missing before it');
    }
    const json = text.slice(start.length);
    if (name === END) {
      const { counts, sha256 } = JSON.parse(json);
      isOver = true;
      if (sha256 !== hash.digest('hex')) throw bad('the hash of all lines before it is another');
      return { is: 'end', counts };
    }
    hash.update(line).update('\n');
    if (name !== HEADING) return { is: 'row', table: name, json };
    const heading = JSON.parse(json);
    if (heading.format !== 1) throw bad('a newer version of Hookline has made this backup');
    return { is: 'heading', heading };
  };
  /** Of a line that is not over yet. */
  let pieces: Uint8Array[] = [];
  try {
    for await (const chunk of bytes) {
      let from = 0;
      for (let to = chunk.indexOf(BREAK); to >= 0; to = chunk.indexOf(BREAK, from)) {
        const line = Buffer.concat([...pieces, chunk.subarray(from, to)]);
        pieces = [];
        yield read(line);
        number++;
        from = to + 1;
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
    }
  } catch (error) {
    // Of gzip: cut off, or altered.
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) {
      throw bad(`the file cannot be unpacked any further (${(error as Error).message})`);
    }
    throw error;
  }
  if (pieces.length > 0 || !isOver) throw bad('the file is cut off here');
}
