import { isJsonObject, parsedJson, scalarText } from './fields.ts';
import { type JsonNode, jsonTree } from './json-tree.ts';
import { isHouseNumber, isNumberName } from './number-fields.ts';
import type { NumberFinder } from './number-finder.ts';
import { isEnvelopeName } from './unwrap.ts';

export type Erasure =
  /** It carries none of the numbers. */
  | { readonly outcome: 'untouched' }
  /** It is about the number: all of it goes. */
  | { readonly outcome: 'removed' }
  /** What stays, each character of it as it was sent. */
  | { readonly outcome: 'cut'; readonly text: string };

/** A part of the text to be taken out. */
type Range = readonly [start: number, end: number];
/** What becomes of a value: it goes, or it stays without these ranges. */
type Verdict = 'goes' | readonly Range[];

/**
 * Takes phone numbers out of a payload. What carries one goes whole, with the name and the street
 * beside it; only in a list that also names others it is the element alone that goes.
 */
export function erased(json: string, finder: NumberFinder): Erasure {
  if (!finder.mayBeIn(json)) return { outcome: 'untouched' };
  const verdict = new Eraser(json, finder).judge(jsonTree(json));
  if (verdict === 'goes') return { outcome: 'removed' };
  return verdict.length === 0
    ? { outcome: 'untouched' }
    : { outcome: 'cut', text: without(json, verdict) };
}

/** Whether a payload carries one of the numbers anywhere. */
export function carries(json: string, finder: NumberFinder): boolean {
  return erased(json, finder).outcome !== 'untouched';
}

class Eraser {
  readonly #json: string;
  readonly #finder: NumberFinder;

  constructor(json: string, finder: NumberFinder) {
    this.#json = json;
    this.#finder = finder;
  }

  judge(root: JsonNode): Verdict {
    if (root.kind === 'list') return this.#list(root, undefined, true);
    if (root.kind === 'scalar') return this.#carries(root, undefined) ? 'goes' : [];
    const lists = root.children.filter(
      ({ kind, key = '' }) => kind === 'list' && isEnvelopeName(key),
    );
    const others = { ...root, children: root.children.filter((child) => !lists.includes(child)) };
    const verdict = this.#object(others);
    if (lists.length === 0 || verdict === 'goes') return verdict;
    // `{"kunden":[…],"kuriere":[…]}`: who is alone in one list must not take the other one along.
    const verdicts = lists.map((list) => this.#list(list, list.key, false));
    const isEmptied = verdicts.every((one, i) => one === 'goes' || lists[i]?.children.length === 0);
    if (verdicts.includes('goes') && isEmptied) return 'goes';
    return [...verdict, ...verdicts.flatMap((one, i) => (one === 'goes' ? inside(lists[i]) : one))];
  }

  #object(node: JsonNode): Verdict {
    const ranges: Range[] = [];
    for (const child of node.children) {
      const { key = '' } = child;
      // A phone book may be an object with the numbers as names.
      if (this.#finder.isIn(key, undefined)) return 'goes';
      const verdict = this.#value(child, key, node);
      if (verdict === 'goes') return 'goes';
      for (const range of verdict) ranges.push(range);
    }
    return ranges;
  }

  #value(node: JsonNode, name: string | undefined, parent: JsonNode): Verdict {
    if (node.kind === 'object') return this.#object(node);
    if (node.kind === 'list') return this.#list(node, name, false);
    return this.#carries(node, name) && !this.#isHouseNumber(node, parent) ? 'goes' : [];
  }

  #list(node: JsonNode, name: string | undefined, isRoot: boolean): Verdict {
    const verdicts = node.children.map((child) => this.#value(child, name, node));
    const ranges = verdicts.flatMap((one) => (one === 'goes' ? [] : one));
    if (!verdicts.includes('goes')) return ranges;
    // The numbers of one person are no list of persons.
    const isOfValues = node.children.every(({ kind }) => kind === 'scalar');
    const belongsToRecord = !isRoot && (isOfValues || (name !== undefined && isNumberName(name)));
    if (belongsToRecord || verdicts.every((one) => one === 'goes')) return 'goes';
    const elements = verdicts.flatMap((one, i) =>
      one === 'goes' ? [elementRange(node, i, verdicts)] : [],
    );
    return [...ranges, ...elements];
  }

  #carries(node: JsonNode, name: string | undefined): boolean {
    const source = this.#json.slice(node.start, node.end);
    const text = source.startsWith('"') ? scalarText(JSON.parse(source)) : source;
    return text !== undefined && /\p{N}|sip/iu.test(text) && this.#finder.isIn(text, name);
  }

  #isHouseNumber({ start, end, key = '' }: JsonNode, parent: JsonNode): boolean {
    if (parent.kind !== 'object' || end - start > 10) return false;
    const record = parsedJson(this.#json.slice(parent.start, parent.end));
    return isJsonObject(record) && isHouseNumber(record, key, record[key]);
  }
}

/** An element with the comma and the white space that only it needs. */
function elementRange({ children }: JsonNode, i: number, verdicts: readonly Verdict[]): Range {
  const element = children[i];
  const next = children[i + 1];
  if (!element) throw new RangeError('no such element');
  if (next) return [element.start, next.start];
  const before = children.findLast((_, j) => j < i && verdicts[j] !== 'goes');
  return [before?.end ?? element.start, element.end];
}

function inside(list: JsonNode | undefined): readonly Range[] {
  const first = list?.children[0];
  const last = list?.children.at(-1);
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
