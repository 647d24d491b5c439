import { entriesOf, isContainer, sizeOf } from '../../../format/payload-json.ts';
import { type Pointed, placeName } from './choices.ts';

/** A line of the tree. */
export interface Row extends Pointed {
  readonly key: string;
  readonly name: string;
  /** Of an object or a list. */
  readonly size: number | undefined;
}

/** A message of a megabyte would hold up the page, and nobody points at its end. */
const MOST = 400;
/** Of a list, the first items say what the others are like. */
const OPEN_ITEMS = 2;

/** All lines that are unfolded; `flipped` are those that somebody has folded or unfolded. */
export function rowsOf(message: unknown, flipped: ReadonlySet<string>): readonly Row[] {
  const rows: Row[] = [];
  const add = (outer: unknown, place: Pointed['place']) => {
    if (!isContainer(outer)) return;
    const entries = Array.isArray(outer)
      ? outer.slice(0, MOST).map((item, at): [number, unknown] => [at, item])
      : entriesOf(outer as Record<string, unknown>);
    for (const [step, value] of entries) {
      if (rows.length >= MOST) return;
      const inner = [...place, step];
      const key = placeName(inner);
      const name = typeof step === 'number' ? `${step + 1}.` : step;
      rows.push({
        key,
        place: inner,
        name,
        value,
        size: isContainer(value) ? sizeOf(value) : undefined,
      });
      if (isOpen(inner, key, flipped)) add(value, inner);
    }
  };
  add(message, []);
  return rows;
}

export function isOpen(place: Pointed['place'], key: string, flipped: ReadonlySet<string>) {
  const step = place.at(-1);
  return (typeof step === 'number' && step >= OPEN_ITEMS) === flipped.has(key);
}

/** Whether the tree ends before the message does. */
export function isCut(rows: readonly Row[]): boolean {
  return rows.length >= MOST;
}
