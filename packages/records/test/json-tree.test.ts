import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonNode, jsonTree, textsIn } from '../src/exact-json.ts';

/** What the parser makes of the places the tree found. */
function readBack(text: string, node: JsonNode): unknown {
  if (node.kind === 'scalar') return JSON.parse(text.slice(node.start, node.end));
  if (node.kind === 'list') return node.children.map((child) => readBack(text, child));
  return Object.fromEntries(node.children.map((child) => [child.key, readBack(text, child)]));
}

test('[AR13] finds every value where it is, however the text is laid out', () => {
  const layout = fc.constantFrom(undefined, 1, '\t', ' \r\n');
  fc.assert(
    fc.property(fc.jsonValue(), layout, (value, space) => {
      const text = ` ${JSON.stringify(value, null, space)}\n`;
      expect(readBack(text, jsonTree(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('[IN3] the text at a path is the text that was sent', () => {
  const text = '{"a":[1.0, {"b":"]\\"}"} ],"a":[ -0,\n{"b" : 1e2}],"__proto__":null}';
  expect(textsIn(text, 3)([])).toBe(text);
  expect(textsIn(text, 3)(['a'])).toBe('[ -0,\n{"b" : 1e2}]');
  expect(textsIn(text, 3)(['a', 1, 'b'])).toBe('1e2');
  expect(textsIn(text, 3)(['__proto__'])).toBe('null');
  expect(() => textsIn(text, 3)(['constructor'])).toThrow(RangeError);
});

test('[AR13] looks no deeper than asked', () => {
  const text = '[[[1]],{"a":{"b":2}},3]';
  const { children } = jsonTree(text, 1);
  expect(children.map(({ start, end }) => text.slice(start, end))).toEqual([
    '[[1]]',
    '{"a":{"b":2}}',
    '3',
  ]);
  expect(children.flatMap((child) => child.children)).toEqual([]);
});

test('[AR13] any depth and any length are taken', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(jsonTree(deep).end).toBe(deep.length);
  const long = `"${'\\\\'.repeat(500_000)}"`;
  expect(jsonTree(long).end).toBe(long.length);
});

test('[AR13] JSON that breaks off is an error, and nothing is an endless loop', () => {
  for (const text of ['', ' ', '{', '["a"', '{"a":', ']', ',']) {
    expect(() => jsonTree(text), text).toThrow(SyntaxError);
  }
  for (const text of ['"a', '[}']) expect(jsonTree(text).end, text).toBeLessThanOrEqual(2);
});
