import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Compares candidates with a secret. Digests under a random key have one length and say nothing
 * about each other, so comparing them takes the same time whatever was sent.
 */
export function comparedWith(secret: string): (candidate: string) => boolean {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const expected = digest(secret);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
