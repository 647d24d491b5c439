import type { JsonObject } from '@hookline/records';
import { entriesOf, isContainer, scalarText, sizeOf } from './payload-json.ts';

type Container = JsonObject | readonly unknown[];

/** One line or one group of the readable form of a payload. */
export type Field =
  | { readonly kind: 'value'; readonly name: string; readonly value: unknown }
  /** Values that fit on one line. */
  | { readonly kind: 'row'; readonly name: string; readonly values: readonly unknown[] }
  | { readonly kind: 'group'; readonly name: string; readonly content: Content }
  /** Not laid out until somebody asks for it. */
  | {
      readonly kind: 'folded';
      readonly name: string;
      readonly container: Container;
      readonly size: number;
      readonly isList: boolean;
    };

export interface Content {
  readonly fields: readonly Field[];
  /** How many there are beyond those. */
  readonly more: number;
}

/** So much is laid out at once: a person reads no more, and a browser has no trouble with it. */
const MAX_FIELDS = 120;
const MAX_IN_CONTAINER = 40;
const MAX_DEPTH = 4;
const MAX_ROW = 8;
const MAX_ROW_TEXT = 40;

/** Lays out a payload, whatever its size and depth; `from` entries have been shown before. */
export function contentOf(container: Container, from = 0): Content {
  return laidOut(container, { left: MAX_FIELDS }, 0, from);
}

function laidOut(
  container: Container,
  budget: { left: number },
  depth: number,
  from: number,
): Content {
  const most = Math.min(MAX_IN_CONTAINER, Math.max(budget.left, 1));
  const entries = entriesFrom(container, from, most);
  budget.left -= entries.length;
  const fields = entries.map(([name, value]): Field => {
    if (!isContainer(value)) return { kind: 'value', name, value };
    if (isRow(value)) return { kind: 'row', name, values: value };
    const size = sizeOf(value);
    if (depth + 1 < MAX_DEPTH && size <= budget.left && size > 0)
      return { kind: 'group', name, content: laidOut(value, budget, depth + 1, 0) };
    return { kind: 'folded', name, container: value, size, isList: Array.isArray(value) };
  });
  const more = sizeOf(container) - from - entries.length;
  return { fields: Array.isArray(container) ? fields : plainFirst(fields), more };
}

/** A text that is read across the whole width: in a column it would be a tower. */
const WIDE = 60;

export function isWide(field: Field): boolean {
  if (field.kind !== 'value' || typeof field.value !== 'string') return false;
  return field.value.length > WIDE || field.value.trim().includes('\n');
}

/**
 * Lines before groups, or a line would stand between two groups and belong to neither; and short
 * ones before those that take the whole width, or they would leave holes between them.
 */
function plainFirst(fields: readonly Field[]): readonly Field[] {
  const place = (field: Field) => (field.kind === 'group' ? 2 : isWide(field) ? 1 : 0);
  return fields.toSorted((a, b) => place(a) - place(b));
}

function entriesFrom(container: Container, from: number, most: number): [string, unknown][] {
  if (!Array.isArray(container)) return entriesOf(container as JsonObject, from + most).slice(from);
  return container
    .slice(from, from + most)
    .map((value, i): [string, unknown] => [String(from + i + 1), value]);
}

function isRow(value: Container): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_ROW &&
    value.every((item) => !isContainer(item) && (scalarText(item) ?? '').length <= MAX_ROW_TEXT)
  );
}
