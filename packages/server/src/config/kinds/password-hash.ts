/** A password as `npm run hash-password` writes it: what was made of it, and how. */
export interface PasswordHash {
  /** How much memory and time a guess costs, as scrypt calls them. */
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/**
 * No `$`, which other tools put between the parts: in a shell, a compose file or a `.env` it
 * begins a variable, and the half of the hash that is left would pass for a plain password.
 */
const WRITTEN = /^scrypt:(\d{1,7}):(\d{1,2}):(\d{1,2}):([\w-]{16,128}):([\w-]{43,128})$/;
const BEGINNING = /^\$?scrypt[:$]/i;
const MOST_MEMORY = 256 * 1024 * 1024;

/** Does this text want to be a hash? Then it is one or a mistake, but no plain password. */
export function looksLikeHash(text: string): boolean {
  return BEGINNING.test(text);
}

export function memoryOf({ N, r, p }: Pick<PasswordHash, 'N' | 'r' | 'p'>): number {
  return 128 * r * (N + p + 2);
}

export function readHash(text: string): PasswordHash | undefined {
  const [, N, r, p, salt, hash] = WRITTEN.exec(text) ?? [];
  if (!N || !r || !p || !salt || !hash) return undefined;
  const read = {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
  const isPowerOfTwo = read.N > 1 && (read.N & (read.N - 1)) === 0;
  const isPossible = isPowerOfTwo && read.r > 0 && read.p > 0 && memoryOf(read) <= MOST_MEMORY;
  return isPossible ? read : undefined;
}

export function writeHash({ N, r, p, salt, hash }: PasswordHash): string {
  return `scrypt:${N}:${r}:${p}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}
