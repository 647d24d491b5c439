import { expect, test } from 'vitest';
import { Recent } from '../src/recent.ts';

test('what comes again and again is kept, what came once is forgotten', () => {
  const recent = new Recent<number>(10);
  recent.keep('often', 0);
  for (let i = 1; i <= 100; i++) {
    expect(recent.get('often')).toBe(0);
    recent.keep(`once ${i}`, i);
  }
  expect(recent.get('once 100')).toBe(100);
  const kept = Array.from({ length: 100 }, (_, i) => recent.get(`once ${i + 1}`));
  expect(kept.filter((one) => one !== undefined).length).toBeLessThanOrEqual(10);
});

test('a long text is not kept', () => {
  const recent = new Recent<number>(10);
  recent.keep('x'.repeat(65), 1);
  expect(recent.get('x'.repeat(65))).toBeUndefined();
});
