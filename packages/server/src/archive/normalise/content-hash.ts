import { createHash } from 'node:crypto';
import { isJsonObject } from '@hookline/records';

/**
 * The same for two JSON values that say the same, whatever the order of their keys. Sorted keys,
 * because a browser that builds a report anew may list its fields in another order each time.
 */
export function contentHash(value: unknown): string {
  const parts: string[] = [];
  writeCanonical(value, parts);
  return createHash('sha256').update(parts.join('')).digest('base64url');
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
