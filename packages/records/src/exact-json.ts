/**
 * A number that comes out differently when JavaScript reads and writes it, and ends where a number
 * in JSON does. The times in every answer of the archive have milliseconds, which look like such
 * numbers and are none; inside of texts it finds a few more.
 */
const MAY_CHANGE = /(?:^|[[:,])\s*(?:-0|-?\d{16}|-?\d+[.eE])[\d.eE+-]*(?=\s*(?:[,}\]]|$))/;

interface SourceContext {
  readonly source?: string;
}
/** What the type library does not know yet, and some browsers do not have. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: SourceContext) => unknown,
  ): unknown;
  rawJSON?(text: string): unknown;
  isRawJSON?(value: unknown): boolean;
}
const json = JSON as unknown as ExactJson;

/**
 * Like `JSON.parse`, but a number that JavaScript would change (`12345678901234567890`, `1.0`)
 * stays as it was written: as a customer or job number its lost digits would name another one.
 * `JSON.stringify` writes it so again, and `exactNumber` knows it. A browser that cannot do this
 * reads it as usual.
 */
export function parsedJson(text: string): unknown {
  const { rawJSON } = json;
  // To read number by number takes many times as long.
  if (!rawJSON || !MAY_CHANGE.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? rawJSON(source)
      : value,
  );
}

/** The digits of a number that was kept as it was written. */
export function exactNumber(value: unknown): string | undefined {
  return json.isRawJSON?.(value) ? (value as { rawJSON: string }).rawJSON : undefined;
}

/** What was sent, with its numbers as they were written, if that text is at hand. */
export function exactPayload(payload: unknown, text: string | undefined): unknown {
  return text === undefined || !MAY_CHANGE.test(text) ? payload : parsedJson(text);
}

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
 * Finds the texts of values by their paths, for values as deep as this: of a text that is one record,
 * its outline is enough. Of a repeated key the last one counts, as in a parser. The names of an object
 * are gone through once, however many of its members are asked for.
 */
export function textsIn(
  text: string,
  depth: number,
): (path: readonly (string | number)[]) => string {
  let root: JsonNode | undefined;
  const known = new Map<JsonNode, ReadonlyMap<string | undefined, JsonNode>>();
  const memberOf = (node: JsonNode, name: string) => {
    const members = known.get(node) ?? new Map(node.children.map((child) => [child.key, child]));
    known.set(node, members);
    return members.get(name);
  };
  return (path) => {
    // Most texts are one record, and there is nothing to be found in them.
    if (path.length === 0) return text.trim();
    root ??= jsonTree(text, depth);
    let node: JsonNode | undefined = root;
    for (const step of path) {
      node = typeof step === 'number' ? node?.children[step] : node && memberOf(node, step);
    }
    if (!node) throw new RangeError('no such value');
    return text.slice(node.start, node.end);
  };
}
