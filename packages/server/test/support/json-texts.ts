import fc from 'fast-check';

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\r\n'), maxLength: 3 });

const number = fc.oneof(
  fc.constantFrom('12345678901234567890', '1.0', '1e2', '1E+2', '-0', '0.10', '-0.0e-0', '1e400'),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

/** Characters as they may stand in a JSON string: themselves, or escaped in every possible way. */
const letter = fc.oneof(
  fc.constantFrom(
    '\\ud800',
    '\\uDC00',
    '\\u0000',
    '\\/',
    '\\n',
    '\\u00e4',
    '\\"',
    '\\\\',
    '\\u2028',
  ),
  fc.constantFrom('ä', '漢', '😀', '\u2028', '\u007f', '/', 'data: ', ':', '{', ']'),
  fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => JSON.stringify(text).slice(1, -1)),
);
const string = fc.array(letter, { maxLength: 6 }).map((parts) => `"${parts.join('')}"`);
const key = fc.oneof(string, fc.constantFrom('"__proto__"', '"constructor"', '"a"', '"a"', '""'));

/** JSON texts as foreign systems write them, not as `JSON.stringify` would. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const spaced = (inner: fc.Arbitrary<string>) =>
    fc.tuple(space, inner, space).map((parts) => parts.join(''));
  const member = fc.tuple(spaced(key), spaced(tie('value'))).map(([k, v]) => `${k}:${v}`);
  return {
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom('null', 'true', 'false', '""', '0'),
      number,
      string,
      fc.array(spaced(tie('value')), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`),
    ),
  };
}).value;
