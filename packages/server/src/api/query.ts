import Type, { IsBoolean, IsEnum, type Static, type TObject, type TSchema } from 'typebox';
import { HttpProblem } from '../http/app.ts';
import { isAs } from '../http/json-body.ts';

export const MAX_LIMIT = 500;
export const NO_PARAMETERS = Type.Object({});

/**
 * The parameters of a request, each judged when it is asked for. A filter that is misspelt or not
 * understood is refused: left out, it would answer with everybody's data instead of somebody's.
 */
export class Query {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(query: unknown, { properties }: TObject) {
    const known = Object.keys(properties);
    this.#values = new Map(Object.entries(query ?? {}));
    for (const name of this.#values.keys()) {
      if (!known.includes(name)) {
        const list = known.length > 0 ? `The ones there are: ${known.join(', ')}.` : '';
        throw bad(`${name} is not a parameter of this list. ${list}`);
      }
    }
  }

  /** Those that narrow a list, each as its schema says. */
  filter<T extends TObject>(schema: T): Static<T> {
    const values = Object.entries(schema.properties).map(([name, of]) => [
      name,
      this.#value(name, of),
    ]);
    const filter = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    // A new kind of parameter that nobody reads here would narrow a list by something else.
    if (!isAs(schema, filter)) throw new Error('a filter is not read as its schema says');
    return filter;
  }

  #value(name: string, schema: TSchema): string | boolean | undefined {
    if (name === 'since') return this.since();
    if (name === 'until') return this.until();
    if (IsBoolean(schema)) return this.flag(name);
    return IsEnum(schema) ? this.choice(name, schema.enum.map(String)) : this.text(name);
  }

  /** Text to look for; an empty one, as an empty field of a form sends it, is none. */
  text(name: string): string | undefined {
    const text = this.#raw(name);
    return text === '' ? undefined : text;
  }

  cursor(): string | undefined {
    return this.#raw('cursor');
  }

  limit(): number | undefined {
    const text = this.#raw('limit');
    if (text === undefined) return undefined;
    const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw bad(`limit must be a whole number from 1 to ${MAX_LIMIT}.`);
    }
    return limit;
  }

  flag(name: string): boolean | undefined {
    const text = this.choice(name, ['true', 'false']);
    return text === undefined ? undefined : text === 'true';
  }

  choice<const T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.#raw(name);
    if (text === undefined) return undefined;
    const choice = choices.find((each) => each === text);
    if (choice === undefined) throw bad(`${name} must be ${choices.join(' or ')}.`);
    return choice;
  }

  /** The beginning of a window. */
  since(): string | undefined {
    return this.#time('since', startOf);
  }

  /** The end of a window, which is not in it. Whoever ends it with a date means all of that day. */
  until(): string | undefined {
    return this.#time('until', endOf);
  }

  #time(name: string, edgeOf: (day: string) => string): string | undefined {
    const text = this.#raw(name);
    if (text === undefined) return undefined;
    const day = dayOf(text);
    const time = day === undefined ? timeOf(text) : edgeOf(day);
    if (time === undefined) {
      throw bad(
        `${name} must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z.`,
      );
    }
    return time;
  }

  #raw(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw bad(`${name} must be given only once.`);
    // PostgreSQL has no text with this character in it and would fail.
    if (value.includes('\0')) throw bad(`${name} must not contain the character U+0000.`);
    return value;
  }
}

function bad(detail: string): HttpProblem {
  return new HttpProblem('bad_request', detail.trim());
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_LENGTH = 24 * 60 * 60 * 1000;
const TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?:(Z)|([+\- ]\d\d)(?::?(\d\d))?)?$/i;

/** A date that is in the calendar, as it is. */
export function dayOf(text: string): string | undefined {
  if (!DAY.test(text)) return undefined;
  const day = new Date(startOf(text));
  // The 30th of February would otherwise pass for a day in March.
  return isoOf(day)?.slice(0, 10) === text ? text : undefined;
}

export function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** The first moment after a day. The last day with a year of four digits has none. */
export function endOf(day: string): string {
  return isoOf(new Date(Date.parse(startOf(day)) + DAY_LENGTH)) ?? `${day}T23:59:59.999Z`;
}

/** A time of ISO-8601 in UTC with milliseconds, as times are stored; without an offset it is UTC. */
export function timeOf(text: string): string | undefined {
  const [, day = '', clock = '', , hours, minutes = '00'] = TIME.exec(text) ?? [];
  if (dayOf(day) === undefined) return undefined;
  // A plus sign in a query is read as a space.
  const offset = hours === undefined ? 'Z' : `${hours.replace(' ', '+')}:${minutes}`;
  return isoOf(new Date(`${day}T${clock.replace(',', '.')}${offset}`));
}

/** Undefined also for years that are written with more than four digits. */
function isoOf(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.length === 24 ? text : undefined;
}
