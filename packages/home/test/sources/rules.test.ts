import { describe, expect, test } from 'vitest';
import {
  isSame,
  lineName,
  linesOf,
  type Rules,
  rebased,
  withNot,
  without,
  withRule,
  withTarget,
  withWord,
} from '../../src/pages/sources/reading/rules.ts';

const CODE: Rules = [{ target: 'reference', path: 'code' }];

describe('what somebody says about a value', () => {
  test('takes the place of what was said, or counts where that finds nothing', () => {
    expect(withTarget(CODE, 'reference', 'ref', 'instead')).toEqual([
      { target: 'reference', path: 'ref' },
    ]);
    expect(withTarget(CODE, 'reference', 'ref', 'else')).toEqual([
      { target: 'reference', paths: ['code', 'ref'] },
    ]);
  });

  test('can be one text with another', () => {
    const first: Rules = [{ target: 'pickup.name', path: 'first' }];
    expect(withTarget(first, 'pickup.name', 'last', { join: ' ' })).toEqual([
      { target: 'pickup.name', paths: ['first', 'last'], join: ' ' },
    ]);
  });

  test('keeps the words of a status', () => {
    const rules: Rules = [{ target: 'status', path: 'a', words: { '30': 'done' } }];
    expect(withTarget(rules, 'status', 'b', 'instead')).toEqual([
      { target: 'status', path: 'b', words: { '30': 'done' } },
    ]);
  });

  test('ends what was said the other way round', () => {
    const rules: Rules = [{ not: 'reference', path: 'code' }, { ignore: 'code' }];
    expect(withTarget(rules, 'reference', 'code', 'else')).toEqual(CODE);
  });

  test('a job has one number, and several further ones', () => {
    const one = withTarget([], 'alias', 'a', 'else');
    expect(withTarget(one, 'alias', 'b', 'else')).toEqual([
      { target: 'alias', path: 'a' },
      { target: 'alias', path: 'b' },
    ]);
  });

  test('what is not so takes a rule back, or speaks against what is built in', () => {
    expect(withNot(CODE, 'reference', 'code')).toEqual([]);
    expect(withNot(CODE, 'reference', 'id')).toEqual([...CODE, { not: 'reference', path: 'id' }]);
  });

  test('a word of a status stands in the rule of the status, or alone', () => {
    expect(withWord([], 'status', '30', 'done')).toEqual([
      { target: 'status', words: { '30': 'done' } },
    ]);
    const rules: Rules = [{ target: 'status', path: 'state' }];
    expect(withWord(rules, 'status', '30', 'done')).toEqual([
      { target: 'status', path: 'state', words: { '30': 'done' } },
    ]);
  });

  test('nothing is said twice', () => {
    const rules = withRule(CODE, { ignore: { path: '$.event', is: 'ping' } });
    expect(withRule(rules, { ignore: { path: '$.event', is: 'ping' } })).toEqual(rules);
  });
});

test('each line is taken back alone', () => {
  const rules: Rules = [{ target: 'status', path: 'a', words: { '30': 'done', '50': 'open' } }];
  const [place, word] = linesOf(rules).map(lineName);
  expect(without(rules, place ?? '')).toEqual([
    { target: 'status', words: { '30': 'done', '50': 'open' } },
  ]);
  expect(without(rules, word ?? '')).toEqual([
    { target: 'status', path: 'a', words: { '50': 'open' } },
  ]);
  expect(linesOf(rules).map(lineName).reduce(without, rules)).toEqual([]);
});

test('the order in which rules are written makes no difference', () => {
  const other: Rules = [{ path: 'b', not: 'status' }, ...CODE];
  expect(isSame([...CODE, { not: 'status', path: 'b' }], other)).toBe(true);
  expect(isSame(CODE, other)).toBe(false);
});

describe('rules on what another desk has saved meanwhile', () => {
  test('both are there', () => {
    const theirs: Rules = [{ target: 'status', path: 'state' }];
    expect(rebased(theirs, CODE, [])).toEqual([...theirs, ...CODE]);
  });

  test('for the same target, mine is asked first', () => {
    expect(rebased([{ target: 'reference', path: 'id' }], CODE, [])).toEqual([
      { target: 'reference', paths: ['code', 'id'] },
    ]);
    const [mine, theirs] = (['done', 'open'] as const).map((means) =>
      withWord([], 'status', '30', means),
    );
    expect(rebased(theirs ?? [], mine ?? [], [])).toEqual(mine);
  });

  test('what one of both has taken back stays taken back', () => {
    const base: Rules = [...CODE, { target: 'status', path: 'state' }, { ignore: 'x' }];
    const theirs = base.slice(0, 2);
    const mine = base.slice(1);
    expect(rebased(theirs, mine, base)).toEqual([{ target: 'status', path: 'state' }]);
  });
});
