import fc from 'fast-check';

/**
 * Mostly what is right: a request with everything wrong is refused by the first check it meets,
 * and what lies behind is never reached.
 */
export function usually<T>(right: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 12) {
  return fc.oneof({ arbitrary: right, weight }, { arbitrary: odd, weight: 1 });
}
