import { describe, expect, test } from 'vitest';
import { PhoneRules } from '../../src/phone/phone-number.ts';

const rules = new PhoneRules({ country: 'DE' });
const key = (sent: unknown) => rules.read(sent).key;
const aliases = (sent: string) => rules.read(sent).aliases.map((alias) => alias.key);

describe('the table of phone numbers', () => {
  test.each([
    '030 901820',
    '+49 30 901820',
    '+49 (0)30 901820',
    '0049 30 90 18 20',
    '(030) 90182-0',
    'tel:+49-30-901820',
    'Tel. 030/901820 (Büro)',
  ])('[AR5] %s is +4930901820', (sent) => {
    expect(rules.read(sent)).toEqual({
      sent,
      key: '+4930901820',
      kind: 'e164',
      e164: '+4930901820',
      display: '030 901820',
      aliases: [],
    });
  });

  test.each([
    ['492111234567', '+492111234567', '0211 1234567'],
    ['+43 1 58858', '+43158858', '+43 1 58858'],
    ['0043 158858', '+43158858', '+43 1 58858'],
    ['0431 58858', '+4943158858', '0431 58858'],
  ])('[AR5] %s is %s', (sent, e164, display) => {
    expect(rules.read(sent)).toMatchObject({ key: e164, kind: 'e164', e164, display });
  });

  test.each(['21', '101', '110'])('[AR5] %s is internal, as given', (sent) => {
    expect(rules.read(sent)).toMatchObject({
      key: `internal:${sent}`,
      kind: 'internal',
      e164: null,
      display: sent,
    });
  });

  test.each(['901820', '116117', 'sip:200@pbx.local', '*21', '**9'])(
    '[AR5] %s is other, as given',
    (sent) => {
      expect(rules.read(sent)).toMatchObject({
        key: `other:${sent}`,
        kind: 'other',
        e164: null,
        display: sent,
      });
    },
  );

  test('[AR5] in an office with area code 030, 901820 is +4930901820 and 116117 is not local', () => {
    for (const areaCode of ['030', '30']) {
      const berlin = new PhoneRules({ country: 'DE', areaCode });
      expect(berlin.read('901820').key).toBe('+4930901820');
      expect(berlin.read('116117').key).toBe('other:116117');
      expect(berlin.read('101').key).toBe('internal:101');
    }
  });

  test('[AR5] 030 901820 / 901821 is +4930901820, and +4930901821 finds it too', () => {
    expect(rules.read('030 901820 / 901821')).toMatchObject({
      key: '+4930901820',
      aliases: [{ key: '+4930901821', e164: '+4930901821', display: '030 901821' }],
    });
  });

  test.each(['030 901820 DW 12', '030 901820 App. 12', '030 901820 ext. 12'])(
    '[AR5] %s is +4930901820;ext=12',
    (sent) => {
      expect(rules.read(sent)).toMatchObject({
        key: '+4930901820;ext=12',
        kind: 'e164',
        e164: '+4930901820',
        display: '030 901820 ext. 12',
      });
    },
  );

  test.each([
    '',
    'anonymous',
    'anonym',
    'unknown',
    'unbekannt',
    'unterdrückt',
    'private',
    'withheld',
  ])('[AR5] "%s" is no number', (sent) => {
    const none = { key: null, kind: 'anonymous', e164: null, aliases: [] };
    expect(rules.read(sent)).toMatchObject(none);
    expect(rules.read(` ${sent.toUpperCase()} `)).toMatchObject(none);
    expect(rules.read(`<${sent}>`.normalize('NFD'))).toMatchObject({ key: null });
  });

  test('[AR5] the kind is part of the key: +49101 is no extension 101, nor is 49101', () => {
    expect(key('+49101')).toBe('other:+49101');
    expect(key('49101')).toBe('internal:49101');
  });
});

describe('spellings beyond the table', () => {
  test.each([
    ['+4930901820', '(+49) 30 901820'],
    ['+4930901820', '+49/30/901820'],
    ['+4930901820', '030 / 90 18 20'],
    ['+4930901820', '030–901820'],
    ['+4930901820', '\u202a+49 30 901820\u202c'],
    ['+4930901820', '０３０ ９０１８２０'],
    ['+4930901820', '☎ 030.901820'],
    ['+4930901820', 'Tel.-Nr.: 030 901820'],
    ['+4930901820', 'TELEFON 030 901820 (Büro) [bis 17:00]'],
    ['+4930901820', 'Büro: 030 901820'],
    ['+4930901820', '030 901820 Frau Süß'],
    ['+4930901820', 'tel:901820;phone-context=+4930'],
    ['+4930901820', 'tel:030%20901820'],
    ['+4930901820', '+0049 30 901820'],
    ['+4930901820', '30901820'],
    ['+4930901820;ext=12', 'tel:+49-30-901820;ext=12'],
    ['+4930901820;ext=12', '030 901820, Durchwahl: 12'],
    ['+4930901820;ext=12', '030 901820 (DW -12)'],
    ['+4930901820;ext=12', '+49 30 901820 x12'],
    ['+34912345678', '+34 (0)91 234 56 78'],
    ['+390212345678', '+39 (0)2 12345678'],
    ['internal:101', 'Tel. 101'],
    ['internal:101', 'tel:101;phone-context=pbx.example'],
    ['other:901820', '90 18 20'],
    ['other:sip:200@pbx.local', 'SIP:200@pbx.local'],
    ['other:0800flowers', '0800 FLOWERS'],
  ])('[AR5] %s: %s', (expected, sent) => {
    expect(key(sent)).toBe(expected);
  });

  test('[AR5] a number may be a JSON number', () => {
    expect(rules.read(4930901820)).toMatchObject({ sent: '4930901820', key: '+4930901820' });
    expect(key(101)).toBe('internal:101');
    for (const value of [null, undefined, true, {}, []]) {
      expect(rules.read(value)).toMatchObject({ sent: '', key: null, kind: 'anonymous' });
    }
  });

  test('[AR5] text without a digit and placeholders of zeros are nobody’s number', () => {
    for (const sent of ['siehe oben', '---', '/', '0', '000000', '+00', '(Büro)']) {
      expect(rules.read(sent), sent).toMatchObject({ sent, key: null, kind: 'other' });
    }
    expect(rules.read('sip:anonymous@anonymous.invalid').kind).toBe('anonymous');
  });

  test('[AR5] a SIP address with a global number is found by that number', () => {
    expect(aliases('sip:+4930901820@sip.example')).toEqual(['+4930901820']);
  });
});

describe('several numbers in one field', () => {
  test.each([
    ['030 901820/21', '+4930901820', ['+4930901821']],
    ['030/901820/21', '+4930901820', ['+4930901821']],
    ['030 23125-100/101', '+493023125100', ['+493023125101']],
    ['(030) 90182-0 / -21', '+4930901820', ['+49309018221']],
    ['030 90182-0/21', '+4930901820', ['+49309018221']],
    ['+49-30-901820 / -21', '+4930901820', ['internal:21']],
    ['0431 58858 / 58859', '+4943158858', ['+4943158859']],
    ['0171 3920012 / 3920013', '+491713920012', ['+491713920013']],
    ['0171 3920012 / 21', '+491713920012', ['internal:21']],
    ['0171 3920012, 030 23125-123', '+491713920012', ['+493023125123']],
    ['030 901820 oder 0171 / 39200-12', '+4930901820', ['+491713920012']],
    ['0171 3920012\r\n030 901820', '+491713920012', ['+4930901820']],
    ['030 901820 DW 12; 0171 3920012', '+4930901820;ext=12', ['+491713920012']],
    ['101 / 102', 'internal:101', ['internal:102']],
    ['201/202', 'internal:201', ['internal:202']],
    ['901820 / 901821', 'other:901820', ['other:901821']],
    ['211/1234567', '+492111234567', []],
    ['030 901820 /', '+4930901820', []],
    ['030 901820 / anonym', '+4930901820', []],
  ])('[AR5] %s', (sent, first, others) => {
    expect(key(sent)).toBe(first);
    expect(aliases(sent)).toEqual(others);
  });
});

describe('the office', () => {
  test('[AR5] local numbers have the area code of the office, others keep theirs', () => {
    const berlin = new PhoneRules({ country: 'DE', areaCode: '030' });
    expect(berlin.read('23125123').key).toBe('+493023125123');
    expect(rules.read('23125123').key).toBe('+4923125123');
    expect(berlin.read('2111234567').key).toBe('+492111234567');
    expect(berlin.read('30901820').key).toBe('+4930901820');
    expect(berlin.read('0431 58858').key).toBe('+4943158858');
    expect(berlin.read('901820 / 901821').aliases).toMatchObject([{ key: '+4930901821' }]);
  });

  test('[AR5] the trunk prefix is taken off what the telephone system sends', () => {
    const office = new PhoneRules({ country: 'DE', trunkPrefix: '0' });
    expect(office.read('0030901820').key).toBe('+4930901820');
    expect(office.read('0 030 901820').key).toBe('+4930901820');
    expect(office.read('0043158858').key).toBe('+4943158858');
    expect(office.read('00043158858').key).toBe('+43158858');
    expect(office.read('0116117').key).toBe('other:116117');
    expect(office.read('101').key).toBe('internal:101');
  });

  test('[AR5] with a trunk prefix, numbers written by hand stay what they are', () => {
    const office = new PhoneRules({ country: 'DE', trunkPrefix: '0' });
    for (const sent of ['030 901820', '+49 30 901820', '0049 30 90 18 20', '030901820']) {
      expect(office.read(sent).key, sent).toBe('+4930901820');
    }
    expect(office.read('04921 11234567').key).toBe('+49492111234567');
    const nine = new PhoneRules({ country: 'DE', trunkPrefix: '9', areaCode: '030' });
    expect(nine.read('9030901820').key).toBe('+4930901820');
    expect(nine.read('901820').key).toBe('+4930901820');
    expect(nine.read('99901820').key).toBe('+49309901820');
  });

  test('[AR5] a country without a numbering plan is refused', () => {
    expect(() => new PhoneRules({ country: 'XX' })).toThrow(RangeError);
  });
});
