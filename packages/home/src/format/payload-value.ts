import { exactNumber, foldedName, isNumberName, names } from '@hookline/records';
import { scalarText } from './payload-json.ts';

/** What a single value of a payload is to a person. */
export type Reading =
  | { readonly kind: 'phone'; readonly number: string }
  | { readonly kind: 'time'; readonly at: string | number; readonly sent: string }
  | { readonly kind: 'day'; readonly at: string; readonly sent: string }
  | { readonly kind: 'status'; readonly status: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'flag'; readonly isSet: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' };

/** Who is on the telephone, in messages about calls. */
const CALLERS = /anrufer|caller|callee/;
/** These may hold anything. */
const MAYBE = /^(?:number|nummer|raw)$/;
/** Only what a keypad has and how people write it: nothing else ever becomes a link. */
const PHONE = /^(?=(?:\D*\d){2})\+?[\d(][\d ()/.*#-]{0,38}$/;
const OUTSIDE_LINE = /^(?:\+|\(?0)/;

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const TIME_NAMES =
  /(at|time|date|datum|zeit|timestamp|created|updated|modified|seit|since|until|bis|frist|deadline|termin|due|deliverby|pickupby)$/;

/** Reads a value that is neither object nor list, by its name and its look. */
export function readValue(name: string, value: unknown): Reading {
  const key = foldedName(name);
  if (typeof value === 'boolean') return { kind: 'flag', isSet: value };
  const text = scalarText(value);
  if (text === undefined) return { kind: 'nothing' };
  if (isPhone(key, text)) return { kind: 'phone', number: text.trim() };
  const isNumber = typeof value === 'number' || exactNumber(value) !== undefined;
  const moment = isNumber ? sinceEpoch(key, text) : undefined;
  if (moment !== undefined) return { kind: 'time', at: moment, sent: text };
  if (isNumber) return { kind: 'number', digits: text };
  if (text.length > 64) return { kind: 'text', text };
  if (names.STATUSES.has(key)) return { kind: 'status', status: text };
  return dated(text) ?? { kind: 'text', text };
}

/** A phone number in a field that is named for one; `number` alone may be anything. */
export function isPhone(key: string, text: string): boolean {
  if (text.length > 40 || !PHONE.test(text.trim())) return false;
  if (MAYBE.test(key)) return OUTSIDE_LINE.test(text);
  return isNumberName(key) || CALLERS.test(key);
}

function dated(text: string): Reading | undefined {
  const [, day, time, zone = ''] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  // Without a zone it means the office's own time, as a browser reads it too.
  const at = `${day}T${time ?? '00:00'}${fullZone(zone)}`;
  if (Number.isNaN(Date.parse(at))) return undefined;
  return { kind: time === undefined ? 'day' : 'time', at, sent: text };
}

function fullZone(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined ? zone.toUpperCase() : `${hours}:${minutes}`;
}

/** Seconds or milliseconds since 1970, in a field that is named for a time. */
function sinceEpoch(key: string, digits: string): number | undefined {
  if (!TIME_NAMES.test(key) || !/^1\d{9}(\d{3})?$/.test(digits)) return undefined;
  return Number(digits) * (digits.length === 10 ? 1000 : 1);
}
