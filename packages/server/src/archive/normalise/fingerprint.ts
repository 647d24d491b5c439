const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

/**
 * Tells whether a text is still the one it was, without keeping it: what a source said years ago
 * may be about somebody who was erased since. No hash for secrets, but a quick one of 60 bits, for
 * every field of every report gets one.
 */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 13;
  }
  low ^= Math.imul(high ^ (high >>> 16), 0xc2b2ae35);
  return written(low) + written(high);
}

/** Thirty bits; a number as text to any other base than ten takes many times as long. */
function written(n: number): string {
  return (
    DIGITS.charAt(n & 63) +
    DIGITS.charAt((n >>> 6) & 63) +
    DIGITS.charAt((n >>> 12) & 63) +
    DIGITS.charAt((n >>> 18) & 63) +
    DIGITS.charAt((n >>> 24) & 63)
  );
}
