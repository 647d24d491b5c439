/** Where a value stands in a JSON text. */
export interface JsonNode {
  readonly kind: 'object' | 'list' | 'scalar';
  /** Its name, if it is a member of an object. */
  readonly key: string | undefined;
  readonly start: number;
  /** Just behind its last character. */
  readonly end: number;
  readonly children: readonly JsonNode[];
}

interface OpenNode extends JsonNode {
  end: number;
  readonly children: JsonNode[];
}

/** Sticky, so that each looks only where the last one ended. */
const FILLER = /[\s,:]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const LITERAL = /[^\s,:[\]{}"]+/y;

/**
 * Finds the values in a text that is known to be JSON, without changing or copying it: what is
 * kept of a payload must be its text as it was sent. Containers deeper than `maxDepth` are found
 * but not looked into. Not recursive, for a sender decides how deep the text is nested.
 */
export function jsonTree(text: string, maxDepth = Number.POSITIVE_INFINITY): JsonNode {
  const open: OpenNode[] = [];
  let depth = 0;
  let key: string | undefined;
  let position = 0;

  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = position;
    return pattern.test(text) ? pattern.lastIndex : position + 1;
  };
  const close = (node: JsonNode): JsonNode | undefined => {
    const parent = open.at(-1);
    parent?.children.push(node);
    return parent ? undefined : node;
  };

  while (true) {
    position = skip(FILLER);
    if (position >= text.length) throw new SyntaxError('unfinished JSON');
    const start = position;
    const character = text[position];
    if (character === '{' || character === '[') {
      depth++;
      position++;
      if (depth > maxDepth + 1) continue;
      const kind = character === '{' ? 'object' : 'list';
      open.push({ kind, key, start, end: start, children: [] });
      key = undefined;
    } else if (character === '}' || character === ']') {
      depth--;
      position++;
      if (depth > maxDepth) continue;
      const node = open.pop();
      if (!node) throw new SyntaxError('unbalanced JSON');
      node.end = position;
      const root = close(node);
      if (root) return root;
    } else {
      position = skip(character === '"' ? STRING : LITERAL);
      if (depth > maxDepth) continue;
      if (open.at(-1)?.kind === 'object' && key === undefined) {
        key = JSON.parse(text.slice(start, position));
        continue;
      }
      const root = close({ kind: 'scalar', key, start, end: position, children: [] });
      key = undefined;
      if (root) return root;
    }
  }
}

/**
 * Finds the texts of values by their paths. Of a repeated key the last one counts, as in a parser.
 * The names of an object are gone through once, however many of its members are asked for.
 */
export class JsonTexts {
  readonly #text: string;
  readonly #depth: number;
  #root: JsonNode | undefined;
  readonly #members = new Map<JsonNode, ReadonlyMap<string | undefined, JsonNode>>();

  /** For values as deep as this: of a text that is one record, its outline is enough. */
  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
  }

  at(path: readonly (string | number)[]): string {
    // Most texts are one record, and there is nothing to be found in them.
    if (path.length === 0) return this.#text.trim();
    this.#root ??= jsonTree(this.#text, this.#depth);
    let node: JsonNode | undefined = this.#root;
    for (const step of path) {
      node =
        typeof step === 'number' ? node?.children[step] : node && this.#membersOf(node).get(step);
    }
    if (!node) throw new RangeError('no such value');
    return this.#text.slice(node.start, node.end);
  }

  #membersOf(node: JsonNode): ReadonlyMap<string | undefined, JsonNode> {
    const known = this.#members.get(node);
    if (known) return known;
    const members = new Map(node.children.map((child) => [child.key, child]));
    this.#members.set(node, members);
    return members;
  }
}
