import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonScan, type Verdict } from '../src/http/json-scan.ts';
import { checkedJson, checkedJsonInTurns } from '../src/http/json-text.ts';
import { nextTurn } from '../src/http/turns.ts';
import { jsonText } from './support/json-texts.ts';

/** Deeper than anything here. */
const DEEP = 1000;

function scanned(text: string, step: number, maxDepth = DEEP): Verdict {
  const scan = new JsonScan(Buffer.from(text), maxDepth);
  for (;;) {
    const verdict = scan.step(step);
    if (verdict) return verdict;
  }
}

function parsed(text: string): Verdict {
  try {
    JSON.parse(text);
    return 'valid';
  } catch {
    return 'invalid';
  }
}

/** Of nothing but blanks there is nothing to judge. */
function isJudgedAlike(text: string, step: number): boolean {
  return text.trim() === '' || scanned(text, step) === parsed(text);
}

const step = fc.integer({ min: 1, max: 20 });

test('[IN5] every JSON text is valid, in however many steps it is read', () => {
  fc.assert(
    fc.property(
      jsonText,
      step,
      (text, bytes) => parsed(text) === 'valid' && scanned(text, bytes) === 'valid',
    ),
    { numRuns: 2000 },
  );
});

test('[IN5] a JSON text with something put in, taken out or cut off is judged as JSON.parse does', () => {
  const scrap = fc.oneof(
    fc.constantFrom(...'[]{},:"\\-+.eE0127tfnulrase \t\n\r\0\u001f\u007fäu'),
    fc.constantFrom('true', 'null', '1e', '\\u', '\\u12', '-0', '01', '1.', '.5', '""', '\ufeff'),
    fc.constantFrom('\u00a0', '\u2028', '\u000b', '\f', "'", '//', 'NaN', 'Infinity', '0x1', ',,'),
  );
  fc.assert(
    fc.property(
      jsonText,
      scrap,
      fc.nat(),
      fc.nat({ max: 3 }),
      step,
      (text, piece, place, removed, bytes) => {
        const at = place % (text.length + 1);
        const before = text.slice(0, at);
        const behind = text.slice(at + removed);
        // Half a surrogate pair would be another text once it is bytes.
        const texts = [before + piece + behind, before + behind, before].map((each) =>
          Buffer.from(each).toString(),
        );
        return texts.every((each) => isJudgedAlike(each, bytes));
      },
    ),
    { numRuns: 5000 },
  );
});

test('[IN5] what is made of the signs of JSON at random is judged as JSON.parse does', () => {
  const signs = fc.string({
    unit: fc.constantFrom(...'[]{},:"\\-+.eE019tfn \n', 'true', 'false', 'null', '\\u0041'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(fc.property(signs, step, isJudgedAlike), { numRuns: 20_000 });
});

test('[IN5] levels are counted in lists and objects, and not in strings', () => {
  const nested = (levels: number) =>
    `${'[{"a":'.repeat(levels / 2)}"[[[{{{"${'}]'.repeat(levels / 2)}`;
  expect(scanned(nested(10), 3, 10)).toBe('valid');
  expect(scanned(nested(12), 3, 10)).toBe('too deep');
  expect(scanned('['.repeat(1000), 3, 10)).toBe('too deep');
  expect(scanned(`[${'[],'.repeat(1000)}[]]`, 3, 2)).toBe('valid');
});

test.each([
  ['at the end', `[${'1,'.repeat(50_000)}`, 'Unexpected end of JSON input.'],
  [
    'in a line',
    `[\n"ä${'x'.repeat(5000)}",\n?]`,
    'Unexpected token "?" in JSON at position 5007 (line 3 column 1).',
  ],
  [
    'in a string',
    `["${'x'.repeat(50_000)}\t"]`,
    'Unexpected token "\\t" in JSON at position 50002 (line 1 column 50003).',
  ],
  [
    'beside a string',
    `["${'x'.repeat(5000)}"😀]`,
    'Unexpected token "😀" in JSON at position 5003 (line 1 column 5004).',
  ],
])(
  '[IN5] a large text that goes wrong %s is refused with the place',
  async (_where, text, detail) => {
    const problem = { code: 'invalid_json', message: detail };
    await expect(checkedJsonInTurns(Buffer.from(text))).rejects.toMatchObject(problem);
    expect(() => checkedJson(Buffer.from(text))).toThrow(detail);
  },
);

test('[IN1] others are heard while a large text is checked', async () => {
  const large = Buffer.from(`[${'{},'.repeat(300_000)}{}]`);
  let turns = 0;
  let isDone = false;
  const checks = [checkedJsonInTurns(large), checkedJsonInTurns(large)];
  void Promise.all(checks).then(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    turns++;
  }
  expect((await Promise.all(checks)).map((text) => text.length)).toEqual([900_004, 900_004]);
  expect(turns).toBeGreaterThan(50);
});

test('[IN1] turns are given one at a time, in the order in which they were asked for', async () => {
  const given: string[] = [];
  const ask = async (name: string) => {
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn();
      given.push(name);
    }
  };
  const asked = Promise.all([ask('a'), ask('b')]);
  const seen: number[] = [];
  while (given.length < 6) {
    await new Promise(setImmediate);
    seen.push(given.length);
  }
  await asked;
  expect(given.join('')).toBe('ababab');
  expect(Math.max(...seen.map((count, turn) => count - (seen[turn - 1] ?? 0)))).toBe(1);
});

test('[IN6] of bodies that are complete at the same moment one is looked at in each turn', async () => {
  let refused = 0;
  const all = Promise.all(
    Array.from({ length: 20 }, () =>
      checkedJsonInTurns(Buffer.alloc(20_000, 0xff)).catch(() => refused++),
    ),
  );
  for (let before = 0; refused < 20; before = refused) {
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused - before).toBeLessThan(3);
  }
  await all;
});
