import fc from 'fast-check';
import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { maskedNumber } from '../../src/number-forms.ts';
import { PhoneRules } from '../../src/phone/phone-number.ts';

/** How the national numbers of a country begin, and how many digits follow. */
const PLANS = {
  DE: ['30 5-9', '211 5-7', '4321 4-6', '33701 4-5', '171 7', '1522 7', '800 7'],
  AT: ['1 5-7', '316 5-7', '664 7'],
  CH: ['44 7', '79 7'],
  NL: ['20 7', '6 8'],
  FR: ['1 8', '6 8'],
  GB: ['20 8', '7400 6'],
  BE: ['2 7', '470 6'],
  IT: ['02 6-8', '312 7'],
  PL: ['22 7', '512 6'],
  ES: ['91 7', '612 6'],
  DK: ['32 6', '20 6'],
  US: ['212 7', '415 7'],
} satisfies Partial<Record<CountryCode, string[]>>;
type Country = keyof typeof PLANS;
const COUNTRIES = Object.keys(PLANS) as Country[];
const WITH_ZERO: Country[] = ['DE', 'AT', 'CH', 'NL', 'FR', 'GB', 'BE'];

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

function validNumber(...countries: Country[]): fc.Arbitrary<PhoneNumber> {
  return fc
    .constantFrom(...countries)
    .chain((country) =>
      fc.constantFrom(...PLANS[country]).chain((plan) => {
        const [, prefix = '', min = '', max = min] = /^(\d+) (\d)(?:-(\d))?$/.exec(plan) ?? [];
        return digits(Number(min), Number(max)).map((rest) =>
          parsePhoneNumberFromString(prefix + rest, country),
        );
      }),
    )
    .filter((number) => number !== undefined)
    .filter((number) => number.isValid());
}

/** Blanks, dashes and dots anywhere between digits, as people group them. */
function grouped(text: string): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0', '–'), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((gaps) => text.split('').map((digit, i) => digit + (i + 1 < text.length ? gaps[i] : '')))
    .map((parts) => parts.join(''));
}

function writtenByHand(number: PhoneNumber): fc.Arbitrary<string> {
  const [, area = '', ...rest] = number.formatInternational().split(/[ -]/);
  const code = number.countryCallingCode;
  const areaCode = fc.constantFrom(
    `+${code} (0)${area} `,
    `+${code}(0) ${area}/`,
    `+${code} ${area} `,
    `(+${code}) ${area}-`,
    `+${code}/${area}/`,
    `00${code} (0) ${area} / `,
    `00${code}-${area}-`,
    ...(number.country === 'DE' ? [`0${area} `, `(0${area}) `, `0${area}/`, `0${area} / `] : []),
  );
  const around = fc.constantFrom<[string, string]>(
    ['', ''],
    ['  ', '\t'],
    ['Tel. ', ''],
    ['Telefon: ', ' (Büro)'],
    ['', ' [nur vormittags]'],
  );
  return fc
    .tuple(around, areaCode, grouped(rest.join('')))
    .map(([[before, after], start, end]) => before + start + end + after);
}

const germany = new PhoneRules({ country: 'DE' });
const office = new PhoneRules({ country: 'DE', areaCode: '030', trunkPrefix: '0' });

describe('one line, one key', () => {
  test('[AR5] however libphonenumber prints a number, from its own country or from Germany', () => {
    fc.assert(
      fc.property(validNumber(...COUNTRIES), (number) => {
        const home = new PhoneRules({ country: number.country ?? 'DE' });
        expect(home.read(number.formatNational()).key).toBe(number.number);
        for (const rules of [home, germany]) {
          expect(rules.read(number.formatInternational()).key).toBe(number.number);
          expect(rules.read(number.getURI()).key).toBe(number.number);
        }
        expect(germany.read(number.format('IDD', { fromCountry: 'DE' })).key).toBe(number.number);
        expect(germany.read(`00${number.number.slice(1)}`).key).toBe(number.number);
      }),
      { numRuns: 500 },
    );
  });

  test('[AR5] however a person groups it, with brackets, slashes, dashes and (0)', () => {
    const example = validNumber(...WITH_ZERO).chain((number) =>
      fc.tuple(fc.constant(number), writtenByHand(number)),
    );
    fc.assert(
      fc.property(example, ([number, written]) => {
        expect(germany.read(written)).toMatchObject({ key: number.number, aliases: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('[AR5] what is displayed is read as the same number again, extension included', () => {
    const extension = fc.option(digits(1, 5));
    fc.assert(
      fc.property(validNumber(...COUNTRIES), extension, (number, ext) => {
        const reading = germany.read(ext ? `${number.number} DW ${ext}` : number.number);
        expect(germany.read(reading.display).key).toBe(reading.key);
        expect(office.read(reading.display).key).toBe(reading.key);
      }),
      { numRuns: 300 },
    );
  });

  test('[AR5] two numbers in one field are found by either, whatever stands between them', () => {
    const separator = fc.constantFrom(' / ', '/', ', ', '; ', ' oder ', '\n', ' | ', ' & ');
    const two = fc.tuple(validNumber(...COUNTRIES), separator, validNumber(...COUNTRIES));
    fc.assert(
      fc.property(two, ([first, between, second]) => {
        const field = `${first.number}${between}${second.formatInternational()}`;
        expect(germany.read(field)).toMatchObject({
          key: first.number,
          aliases: [{ key: second.number }],
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('anything may be sent as a number', () => {
  const phoneLike = fc.string({
    unit: fc.constantFrom(...'0123456789+()/-.,;#* x=@:', 'DW', 'tel:', 'ext', 'ü', '\0', '\ud800'),
    maxLength: 60,
  });

  test('[AR5] every text has a reading, and the same one each time', () => {
    const anything = fc.oneof(phoneLike, fc.string({ unit: 'binary' }), fc.anything());
    fc.assert(
      fc.property(anything, (sent) => {
        const reading = office.read(sent);
        expect(office.read(sent)).toEqual(reading);
        for (const line of [reading, ...reading.aliases]) {
          const prefix = line.kind === 'e164' ? '+' : `${line.kind}:`;
          expect(line.key === null || line.key.startsWith(prefix)).toBe(true);
          expect(line.key ?? '').not.toMatch(/[\p{C}\s]/u);
          expect(line.key === null || office.isPossible(line.key), line.key ?? '').toBe(true);
          expect(line.e164 !== null).toBe(line.kind === 'e164');
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['0', '9', '(', '030 901820 / ', ' ', 'x', '+49 (0)', ';ext=', '\u202a', 'ﷺ'])(
    '[AR5] a megabyte of "%s" is kept as it was sent',
    (part) => {
      for (const length of [190, 200, 201, 1024 * 1024]) {
        const text = part.repeat(Math.ceil(length / part.length)).slice(0, length);
        expect(office.read(text).sent).toBe(text);
      }
    },
  );
});

describe('numbers in logs', () => {
  test('[AR13] a masked number shows two digits at most, and none of a short one', () => {
    expect(maskedNumber('+49 30 901820')).toBe('…20');
    expect(maskedNumber('internal:101')).toBe('…');
    expect(maskedNumber('anonym')).toBe('…');
    fc.assert(
      fc.property(validNumber(...COUNTRIES), (number) => {
        expect(maskedNumber(number.formatNational()).replace(/\D/g, '').length).toBe(2);
      }),
    );
  });
});
