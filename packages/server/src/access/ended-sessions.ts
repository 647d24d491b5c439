import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { EndedSessions, Session } from './sessions.ts';

export interface EndedSessionsOptions {
  readonly file: string;
  readonly now: () => number;
  /** The file cannot be used: what was ended is known only until the next restart. */
  readonly onFailure: (error: unknown) => void;
}

const LINE = /^(\S+) (\d+)$/;

/**
 * Sessions that somebody ended, until they would have ended by themselves. In a file too, because
 * a session is valid by its signature alone and would be alive again after a restart.
 */
export class EndedSessionsFile implements EndedSessions {
  readonly #until = new Map<string, number>();
  readonly #options: EndedSessionsOptions;

  constructor(options: EndedSessionsOptions) {
    this.#options = options;
    const others: string[] = [];
    try {
      for (const line of readFileSync(options.file, 'utf8').split('\n')) {
        const [, id, until] = LINE.exec(line) ?? [];
        if (id === undefined) others.push(line);
        else if (Number(until) > options.now()) this.#until.set(id, Number(until));
      }
      // Written anew, so that it does not grow for ever. What a newer version has written stays:
      // what it ended would be alive again when it is back.
      const lines = [...this.#until].map(lineOf).concat(others.filter(Boolean).map(lineEnded));
      writeFileSync(options.file, lines.join(''), { mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') options.onFailure(error);
    }
  }

  has(id: string): boolean {
    return this.#until.has(id);
  }

  async add({ id, expires }: Session): Promise<void> {
    const { file, onFailure } = this.#options;
    this.#forget();
    this.#until.set(id, expires);
    try {
      mkdirSync(dirname(file), { recursive: true });
      await appendFile(file, lineOf([id, expires]), { mode: 0o600 });
    } catch (error) {
      onFailure(error);
    }
  }

  #forget(): void {
    const now = this.#options.now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
  }
}

function lineOf([id, until]: readonly [string, number]): string {
  return lineEnded(`${id} ${until}`);
}

function lineEnded(line: string): string {
  return `${line}\n`;
}
