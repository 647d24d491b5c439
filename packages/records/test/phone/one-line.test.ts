import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PhoneRules, switchboardKeys } from '../../src/phone/index.ts';

/** Lines that are easily taken for each other: common endings, area codes that continue. */
const AREAS = ['30', '40', '3092', '171', '89', '69'] as const;
const SUBSCRIBERS = ['9018200', '901820', '23125100', '3125100', '5100123'] as const;

interface Line {
  readonly country: string;
  readonly area: string;
  readonly subscriber: string;
}

const line: fc.Arbitrary<Line> = fc.record({
  country: fc.constantFrom('49', '49', '49', '43'),
  area: fc.constantFrom(...AREAS),
  subscriber: fc.constantFrom(...SUBSCRIBERS),
});
const digitsOf = ({ country, area, subscriber }: Line) => `${country}${area}${subscriber}`;

/** Any way of writing a line that says all of it. */
function written({ country, area, subscriber }: Line): fc.Arbitrary<string> {
  const half = Math.floor(subscriber.length / 2);
  const rest = fc.constantFrom(
    subscriber,
    `${subscriber.slice(0, half)} ${subscriber.slice(half)}`,
    `${subscriber.slice(0, half)}-${subscriber.slice(half)}`,
  );
  const start = fc.constantFrom(
    `+${country} ${area} `,
    `00${country}${area}`,
    `+${country} (${area}) `,
    `tel:+${country}-${area}-`,
    ...(country === '49' ? [`0${area}/`, `(0${area}) `, `+49 (0)${area} `, `Tel. 0${area} `] : []),
  );
  return fc.tuple(start, rest).map(([before, after]) => before + after);
}

const anyLine = line.chain((one) => fc.tuple(fc.constant(one), written(one)));
const without = new PhoneRules({ country: 'DE' });

describe('two numbers', () => {
  test('[RE8] are one line if and only if their keys are equal', () => {
    fc.assert(
      fc.property(anyLine, anyLine, ([a, textA], [b, textB]) => {
        const [keyA, keyB] = [without.read(textA).key, without.read(textB).key];
        expect(keyA).not.toBeNull();
        expect(keyA === keyB).toBe(digitsOf(a) === digitsOf(b));
      }),
      { numRuns: 1000 },
    );
  });

  test('[RE8] of which one lacks its area code are one line only where that is configured', () => {
    const area = fc.constantFrom('030', '040', '089');
    fc.assert(
      fc.property(anyLine, area, fc.constantFrom(...SUBSCRIBERS), ([a, text], code, local) => {
        const key = without.read(text).key;
        expect(without.read(local).key).not.toBe(key);
        const office = new PhoneRules({ country: 'DE', areaCode: code });
        const isSame = digitsOf(a) === `49${code.slice(1)}${local}`;
        expect(office.read(local).key === office.read(text).key).toBe(isSame);
        expect(office.read(text).key).toBe(key);
      }),
      { numRuns: 1000 },
    );
  });

  test('[RE8] 9018200 is nobody else, and no switchboard makes it so', () => {
    const { key } = without.read('9018200');
    for (const other of ['+49 40 9018200', '+49 171 9018200', '+1 212 9018200']) {
      const reading = without.read(other);
      expect(reading.key, other).not.toBe(key);
      expect(switchboardKeys(reading.key ?? ''), other).not.toContain(key);
    }
    expect(switchboardKeys(key ?? '')).toEqual([]);
    const hamburg = new PhoneRules({ country: 'DE', areaCode: '040' });
    expect(hamburg.read('9018200').key).toBe('+49409018200');
  });
});
