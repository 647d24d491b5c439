import { parsedJson } from '@hookline/records';
import { contentHash, fingerprint } from '../engine/content-hash.ts';
import type { WrittenNumbers } from './address-numbers.ts';
import type { FieldTexts } from './field-texts.ts';

/**
 * What a source said last about each part of an address, as fingerprints: enough to tell whether
 * it says something else now. Of a field with phone numbers it has one for each line, so that
 * another spelling is nothing else.
 */
export interface Reported {
  readonly name: string | undefined;
  readonly fields: ReadonlyMap<string, string>;
}

export const NOTHING_REPORTED: Reported = { name: undefined, fields: new Map() };

export function reportedIn(
  name: string | null | undefined,
  fields: FieldTexts,
  written: readonly WrittenNumbers[],
): Reported {
  const said = new Map<string, string>();
  for (const [field, text] of fields) {
    // What is left empty says nothing.
    if (!isBlank(text)) said.set(field, fingerprint(canonical(text)));
  }
  const lines = new Map<string, string>();
  for (const { field, numbers } of written) {
    for (const { key } of numbers) {
      const before = lines.get(field);
      const line = fingerprint(key);
      if (before === undefined) lines.set(field, line);
      else if (!before.includes(line)) lines.set(field, sortedLines(before, line));
    }
  }
  for (const [field, keys] of lines) said.set(field, keys);
  return {
    name: name === undefined ? undefined : fingerprint(JSON.stringify(name)),
    fields: said,
  };
}

/** In one order: a list of numbers that is sent in another one says nothing else. */
function sortedLines(lines: string, another: string): string {
  return [...lines.split(' '), another].toSorted().join(' ');
}

/** All of it together, the last word on each part. */
export function allReported(all: readonly Reported[]): Reported {
  const fields = new Map<string, string>();
  for (const said of all) for (const [field, text] of said.fields) fields.set(field, text);
  return { name: all.findLast(({ name }) => name !== undefined)?.name, fields };
}

/** Whether a source says something else than it said before; its first word is nothing else. */
export function isNews(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && before !== now;
}

export function isBlank(text: string): boolean {
  return /^"\s*"$/.test(text);
}

/** A browser that builds a report anew may list the parts of a field in another order. */
function canonical(text: string): string {
  return text.startsWith('{') || text.startsWith('[') ? contentHash(parsedJson(text)) : text;
}
