import { isJsonObject } from './fields.ts';
import { isHouseNumber, isNumberName, numbersIn } from './number-fields.ts';
import type { PhoneRules } from './phone-number.ts';

const MAX_DEPTH = 8;
const MAX_VALUES = 10_000;
const MAX_KEYS = 100;

/**
 * The keys of the phone numbers that a payload carries in fields named for them, at any place a
 * person would put them: `telefon`, `customer.phone`, `stops[].contact.mobile`. Bounded, for each
 * number costs time and an index entry, and a sender may send a megabyte of them.
 */
export function carriedKeys(payload: unknown, rules: PhoneRules): readonly string[] {
  const keys = new Set<string>();
  let level: unknown[] = [payload];
  let values = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (++values > MAX_VALUES || keys.size >= MAX_KEYS) return [...keys].slice(0, MAX_KEYS);
      if (Array.isArray(value)) next.push(...value.slice(0, MAX_VALUES).filter(isContainer));
      if (!isJsonObject(value)) continue;
      for (const [name, member] of Object.entries(value)) {
        if (isContainer(member)) next.push(member);
        if (!isNumberName(name) || isHouseNumber(value, name, member)) continue;
        for (const sent of numbersIn(member)) {
          const { key, aliases } = rules.read(sent);
          for (const one of [key, ...aliases.map((alias) => alias.key)]) if (one) keys.add(one);
        }
      }
    }
    level = next;
  }
  return [...keys];
}

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isJsonObject(value);
}
