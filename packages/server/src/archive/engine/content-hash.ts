import { hash } from 'node:crypto';
import { isJsonObject } from '@hookline/records';

/**
 * The same for two JSON values that say the same, whatever the order of their keys. Sorted keys,
 * because a browser that builds a report anew may list its fields in another order each time.
 */
export function contentHash(value: unknown): string {
  const parts: string[] = [];
  writeCanonical(value, parts);
  return hash('sha256', parts.join(''), 'base64url');
}

/** Into one list of parts: a text that is put together level by level is copied at each of them. */
function writeCanonical(value: unknown, parts: string[]): void {
  if (Array.isArray(value)) {
    parts.push('[');
    value.forEach((item, i) => {
      if (i > 0) parts.push(',');
      writeCanonical(item, parts);
    });
    parts.push(']');
  } else if (isJsonObject(value)) {
    parts.push('{');
    const names = Object.keys(value).sort();
    names.forEach((name, i) => {
      if (i > 0) parts.push(',');
      parts.push(JSON.stringify(name), ':');
      writeCanonical(value[name], parts);
    });
    parts.push('}');
  } else {
    parts.push(JSON.stringify(value));
  }
}

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
