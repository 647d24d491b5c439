/**
 * Tells whether a text is still the one it was, without keeping it: what a source said years ago
 * may be about somebody who was erased since. Not a hash for secrets, but a quick one, since every
 * field of every report gets one.
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
  // 52 bits, so that it is a whole number.
  return ((high >>> 12) * 2 ** 32 + (low >>> 0)).toString(36);
}
