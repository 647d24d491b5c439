import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A login. It is known by its id however often it is renewed. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Remembers which sessions were ended before their time. */
export interface EndedSessions {
  has(id: string): boolean;
  add(session: Session): Promise<void>;
}

export interface SessionsOptions {
  readonly keyFor: (purpose: string) => Buffer;
  /** Milliseconds. */
  readonly lifetime: number;
  readonly now: () => number;
  readonly ended: EndedSessions;
}

const WRITTEN = /^([\w-]{22})\.([\da-z]{1,11})\.([\w-]{43})$/;

/**
 * Logins that nobody has to remember: what a browser brings back says which one it is and until
 * when, and carries a signature that only the holder of the key can make.
 */
export class Sessions {
  readonly lifetime: number;
  readonly #now: () => number;
  readonly #ended: EndedSessions;
  readonly #key: Buffer;

  constructor({ keyFor, lifetime, now, ended }: SessionsOptions) {
    this.lifetime = lifetime;
    this.#now = now;
    this.#ended = ended;
    // With another lifetime the notes about ended sessions would be dropped too early.
    this.#key = keyFor(`hookline session of ${lifetime} ms`);
  }

  begin(): Session {
    return this.renewed({ id: randomBytes(16).toString('base64url') });
  }

  renewed({ id }: Pick<Session, 'id'>): Session {
    return { id, expires: this.#now() + this.lifetime };
  }

  /** Early enough that it does not run out while it is in use, and not with every answer. */
  isDueForRenewal({ expires }: Session): boolean {
    return expires - this.#now() < this.lifetime / 2;
  }

  isOver({ id, expires }: Session): boolean {
    return expires <= this.#now() || this.#ended.has(id);
  }

  /** For good: also what it was renewed to meanwhile, which lasts that long at most. */
  async end(session: Session): Promise<void> {
    await this.#ended.add(this.renewed(session));
  }

  write({ id, expires }: Session): string {
    const text = `${id}.${expires.toString(36)}`;
    return `${text}.${this.#signature(text).toString('base64url')}`;
  }

  /** The session that a text stands for, unless it is over or the text is not of our making. */
  read(text: string): Session | undefined {
    const [, id, expires, signature] = WRITTEN.exec(text) ?? [];
    if (!id || !expires || !signature) return undefined;
    const right = this.#signature(`${id}.${expires}`);
    if (!timingSafeEqual(Buffer.from(signature, 'base64url'), right)) return undefined;
    const session = { id, expires: Number.parseInt(expires, 36) };
    return this.isOver(session) ? undefined : session;
  }

  #signature(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

interface EndedSessionsOptions {
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
