import {
  isHouseNumber,
  isNumberName,
  isRecordList,
  isStreetName,
  type JsonNode,
  jsonTree,
  scalarText,
} from '@hookline/records';
import type { NumberFinder } from '@hookline/records/phone';

export type Erasure =
  /** It carries none of the numbers. */
  | { readonly outcome: 'untouched' }
  /** It is about the number: all of it goes. */
  | { readonly outcome: 'removed' }
  /** What stays, each character of it as it was sent. */
  | { readonly outcome: 'cut'; readonly text: string };

/** A part of the text to be taken out. */
type Range = readonly [start: number, end: number];

/**
 * Takes phone numbers out of a payload. What carries one goes whole, with the name and the street
 * beside it; only in a list that also names others it is the element alone that goes.
 */
export function erased(json: string, finder: NumberFinder): Erasure {
  if (!finder.mayBeIn(json)) return { outcome: 'untouched' };
  const eraser = new Eraser(json, finder);
  if (eraser.goes(jsonTree(json))) return { outcome: 'removed' };
  return eraser.ranges.length === 0
    ? { outcome: 'untouched' }
    : { outcome: 'cut', text: without(json, eraser.ranges) };
}

/** Whether a payload carries one of the numbers anywhere. */
export function carries(json: string, finder: NumberFinder): boolean {
  return erased(json, finder).outcome !== 'untouched';
}

/** Its methods answer whether a value goes whole; if not, `ranges` has what goes of it. */
class Eraser {
  /** What is to be taken out. One list: to hand it upwards level by level copies it each time. */
  readonly ranges: Range[] = [];
  readonly #json: string;
  readonly #finder: NumberFinder;

  constructor(json: string, finder: NumberFinder) {
    this.#json = json;
    this.#finder = finder;
  }

  goes(root: JsonNode): boolean {
    if (root.kind === 'list') return this.#listGoes(root, undefined, true);
    if (root.kind === 'scalar') return this.#carries(root, undefined);
    const isList = ({ kind, key = '' }: JsonNode) => kind === 'list' && isRecordList(key);
    const lists = root.children.filter(isList);
    const others = { ...root, children: root.children.filter((child) => !isList(child)) };
    if (this.#objectGoes(others)) return true;
    // `{"kunden":[…],"kuriere":[…]}`: who is alone in one list must not take the other one along.
    const gone = lists.filter((list) => this.#listGoes(list, list.key, false));
    const filled = lists.filter(({ children }) => children.length > 0);
    if (gone.length > 0 && gone.length === filled.length) return true;
    for (const list of gone) this.ranges.push(...inside(list));
    return false;
  }

  #objectGoes(node: JsonNode): boolean {
    const hasStreet = node.children.some(({ key = '' }) => isStreetName(key));
    return node.children.some((child) => {
      const { key = '' } = child;
      // A phone book may be an object with the numbers as names.
      if (this.#finder.isIn(key, undefined)) return true;
      return this.#valueGoes(child, key) && !(hasStreet && this.#isHouseNumber(child));
    });
  }

  #valueGoes(node: JsonNode, name: string | undefined): boolean {
    if (node.kind === 'object') return this.#objectGoes(node);
    if (node.kind === 'list') return this.#listGoes(node, name, false);
    return this.#carries(node, name);
  }

  #listGoes(node: JsonNode, name: string | undefined, isRoot: boolean): boolean {
    const { children } = node;
    const gone = children.map((child) => {
      const before = this.ranges.length;
      const goes = this.#valueGoes(child, name);
      // What goes whole needs no ranges of its own.
      if (goes) this.ranges.length = before;
      return goes;
    });
    if (!gone.includes(true)) return false;
    // The numbers of one person are no list of persons.
    const isOfValues = children.every(({ kind }) => kind === 'scalar');
    const belongsToRecord = !isRoot && (isOfValues || (name !== undefined && isNumberName(name)));
    if (belongsToRecord || !gone.includes(false)) return true;
    const last = gone.lastIndexOf(false);
    children.forEach((element, i) => {
      if (gone[i]) this.ranges.push(elementRange(element, children[i + 1], children[last]));
    });
    return false;
  }

  #carries(node: JsonNode, name: string | undefined): boolean {
    const text = this.#textOf(node);
    return text !== undefined && /\p{N}|sip/iu.test(text) && this.#finder.isIn(text, name);
  }

  #isHouseNumber(node: JsonNode): boolean {
    return node.kind === 'scalar' && isHouseNumber(node.key ?? '', this.#textOf(node));
  }

  #textOf({ start, end }: JsonNode): string | undefined {
    const source = this.#json.slice(start, end);
    return source.startsWith('"') ? scalarText(JSON.parse(source)) : source;
  }
}

/** An element with the comma and the white space that only it needs. */
function elementRange(
  element: JsonNode,
  next: JsonNode | undefined,
  lastKept: JsonNode | undefined,
): Range {
  return next ? [element.start, next.start] : [lastKept?.end ?? element.start, element.end];
}

function inside({ children }: JsonNode): readonly Range[] {
  const first = children[0];
  const last = children.at(-1);
  return first && last ? [[first.start, last.end]] : [];
}

function without(json: string, ranges: readonly Range[]): string {
  let kept = '';
  let position = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    kept += json.slice(position, Math.max(position, start));
    position = Math.max(position, end);
  }
  return kept + json.slice(position);
}
