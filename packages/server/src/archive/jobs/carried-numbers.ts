import { hasStreet, isHouseNumber, isJsonObject, isNumberName, numbersIn } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';

const MAX_DEPTH = 8;
const MAX_READ = 1000;
const MAX_KEYS = 100;

/**
 * The keys of the phone numbers that a payload carries in fields named for them, at any place a
 * person would put them: `telefon`, `customer.phone`, `stops[].contact.mobile`. Bounded, for each
 * number costs time and an index entry, and a sender may send a megabyte of them.
 */
export function carriedKeys(payload: unknown, rules: PhoneRules): readonly string[] {
  const keys = new Set<string>();
  let unread = MAX_READ;
  let level: unknown[] = [payload];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const next: unknown[] = [];
    for (const container of level) {
      const besideStreet = isJsonObject(container) && hasStreet(container);
      for (const [name, value] of entriesOf(container)) {
        if (Array.isArray(value) || isJsonObject(value)) next.push(value);
        if (name === undefined || !isNumberName(name)) continue;
        if (besideStreet && isHouseNumber(name, value)) continue;
        for (const sent of numbersIn(value)) {
          if (--unread < 0 || keys.size >= MAX_KEYS) return [...keys].slice(0, MAX_KEYS);
          const { key, aliases } = rules.read(sent);
          if (key) keys.add(key);
          for (const alias of aliases) keys.add(alias.key);
        }
      }
    }
    level = next;
  }
  return [...keys].slice(0, MAX_KEYS);
}

function entriesOf(container: unknown): (readonly [name: string | undefined, value: unknown])[] {
  if (Array.isArray(container)) return container.map((value) => [undefined, value]);
  return isJsonObject(container) ? Object.entries(container) : [];
}
