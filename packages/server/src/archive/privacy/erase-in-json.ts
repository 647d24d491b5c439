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
  return finder.mayBeIn(json) ? cutOut(json, finder) : { outcome: 'untouched' };
}

function cutOut(json: string, finder: NumberFinder): Erasure {
  /** What is to be taken out. One list: to hand it upwards level by level copies it each time. */
  const ranges: Range[] = [];
  if (goes(jsonTree(json))) return { outcome: 'removed' };
  return ranges.length === 0
    ? { outcome: 'untouched' }
    : { outcome: 'cut', text: without(json, ranges) };

  /** Whether a value goes whole, as all below; if not, `ranges` has what goes of it. */
  function goes(root: JsonNode): boolean {
    if (root.kind === 'list') return listGoes(root, undefined, true);
    if (root.kind === 'scalar') return carriesNumber(root, undefined);
    const isList = ({ kind, key = '' }: JsonNode) => kind === 'list' && isRecordList(key);
    const lists = root.children.filter(isList);
    const others = { ...root, children: root.children.filter((child) => !isList(child)) };
    if (objectGoes(others)) return true;
    // `{"kunden":[…],"kuriere":[…]}`: who is alone in one list must not take the other one along.
    const gone = lists.filter((list) => listGoes(list, list.key, false));
    const filled = lists.filter(({ children }) => children.length > 0);
    if (gone.length > 0 && gone.length === filled.length) return true;
    for (const list of gone) ranges.push(...inside(list));
    return false;
  }

  function objectGoes(node: JsonNode): boolean {
    const hasStreet = node.children.some(({ key = '' }) => isStreetName(key));
    return node.children.some((child) => {
      const { key = '' } = child;
      // A phone book may be an object with the numbers as names.
      if (finder.isIn(key, undefined)) return true;
      return valueGoes(child, key) && !(hasStreet && isHouse(child));
    });
  }

  function valueGoes(node: JsonNode, name: string | undefined): boolean {
    if (node.kind === 'object') return objectGoes(node);
    if (node.kind === 'list') return listGoes(node, name, false);
    return carriesNumber(node, name);
  }

  function listGoes(node: JsonNode, name: string | undefined, isRoot: boolean): boolean {
    const { children } = node;
    const gone = children.map((child) => {
      const before = ranges.length;
      const goes = valueGoes(child, name);
      // What goes whole needs no ranges of its own.
      if (goes) ranges.length = before;
      return goes;
    });
    if (!gone.includes(true)) return false;
    // The numbers of one person are no list of persons.
    const isOfValues = children.every(({ kind }) => kind === 'scalar');
    const belongsToRecord = !isRoot && (isOfValues || (name !== undefined && isNumberName(name)));
    if (belongsToRecord || !gone.includes(false)) return true;
    const last = gone.lastIndexOf(false);
    children.forEach((element, i) => {
      if (gone[i]) ranges.push(elementRange(element, children[i + 1], children[last]));
    });
    return false;
  }

  function carriesNumber(node: JsonNode, name: string | undefined): boolean {
    const text = textOf(node);
    return text !== undefined && /\p{N}|sip/iu.test(text) && finder.isIn(text, name);
  }

  function isHouse(node: JsonNode): boolean {
    return node.kind === 'scalar' && isHouseNumber(node.key ?? '', textOf(node));
  }

  function textOf({ start, end }: JsonNode): string | undefined {
    const source = json.slice(start, end);
    return source.startsWith('"') ? scalarText(JSON.parse(source)) : source;
  }
}

/** Whether a payload carries one of the numbers anywhere. */
export function carries(json: string, finder: NumberFinder): boolean {
  return erased(json, finder).outcome !== 'untouched';
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
