import {
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { memoryOf, type PasswordHash, readHash, writeHash } from '../config/kinds/password-hash.ts';

/** What a guess costs: 32 MiB and some tenths of a second. */
const COST = { N: 32_768, r: 8, p: 3 };
const HASH_BYTES = 32;
/** Guesses that wait for their turn; whoever comes on top of them is asked to come back. */
const MOST_WAITING = 10;

export class Password {
  readonly #right: PasswordHash;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** As configured: plain, or as `npm run hash-password` writes it. */
  constructor(configured: string) {
    this.#right = readHash(configured) ?? hashInMemory(configured);
  }

  /** A secret for this password and purpose: the same after a restart, another for another one. */
  keyFor(purpose: string): Buffer {
    const { hash, salt } = this.#right;
    return Buffer.from(hkdfSync('sha256', hash, salt, purpose, 32));
  }

  get isBusy(): boolean {
    return this.#waiting >= MOST_WAITING;
  }

  /**
   * One at a time, on a thread of the pool: several at once would take every core of a small
   * machine, and the relay would wait for them.
   */
  async matches(candidate: string): Promise<boolean> {
    this.#waiting++;
    const turn = this.#last.then(() => derive(candidate, this.#right));
    this.#last = turn.catch(() => {});
    try {
      return timingSafeEqual(await turn, this.#right.hash);
    } finally {
      this.#waiting--;
    }
  }
}

/** What to keep instead of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, { ...COST, salt, hash: Buffer.alloc(HASH_BYTES) });
  return writeHash({ ...COST, salt, hash });
}

/** The salt need not be random: this one is never written down, and has to be there again. */
function hashInMemory(password: string): PasswordHash {
  const salt = Buffer.from('hookline app.access.password');
  return { ...COST, salt, hash: scryptSync(typed(password), salt, HASH_BYTES, optionsOf(COST)) };
}

function derive(password: string, { salt, hash, ...cost }: PasswordHash): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(typed(password), salt, hash.length, optionsOf(cost), (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function optionsOf({ N, r, p }: Pick<PasswordHash, 'N' | 'r' | 'p'>): ScryptOptions {
  return { N, r, p, maxmem: 2 * memoryOf({ N, r, p }) };
}

/** Some keyboards make ü of one character, some files of two. */
function typed(password: string): string {
  return password.normalize('NFC');
}
