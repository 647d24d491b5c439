import { probablyMeant } from '../config/slips.ts';
import { type Options, UsageMistake } from './command.ts';

/** What was typed behind the name of a command. */
export interface Typed<Name extends string> {
  value(name: Name): string | undefined;
  /** Every value of an option that can be given several times, or lists with commas. */
  values(name: Name): readonly string[];
  has(name: Name): boolean;
  /** Words that belong to no option. */
  readonly rest: readonly string[];
}

/** Throws a `UsageMistake` at the first word that is not understood. */
export function readOptions<Known extends Options>(
  words: readonly string[],
  known: Known,
): Typed<Extract<keyof Known, string>> {
  const given = new Map<string, string[]>();
  const rest: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') rest.push(...left.splice(0));
    else if (!word.startsWith('-') || word === '-') rest.push(word);
    else {
      const [, name = word, inline] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
      const option = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!option) throw new UsageMistake(unknownWord(name, 'option', Object.keys(known)));
      const values = given.get(name) ?? [];
      given.set(name, values);
      if (option.value === undefined) {
        if (inline !== undefined) throw new UsageMistake(`${name}: takes no value`);
        continue;
      }
      const isNextValue = left[0] !== undefined && !left[0].startsWith('--');
      const value = inline ?? (isNextValue ? left.shift() : undefined);
      if (!value) throw new UsageMistake(`${name}: a value is missing`);
      values.push(value);
    }
  }
  const values = (name: string) => given.get(name) ?? [];
  return {
    value: (name) => values(name).at(-1),
    values: (name) => values(name).flatMap((value) => value.split(',').map((part) => part.trim())),
    has: (name) => given.has(name),
    rest,
  };
}

export function unknownWord(typed: string, kind: string, known: readonly string[]): string {
  const meant = probablyMeant(typed, known);
  return `${typed}: no such ${kind}${meant ? `; did you mean ${meant}?` : ''}`;
}
