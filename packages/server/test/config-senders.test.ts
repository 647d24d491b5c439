import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config/load.ts';
import { type Config, secretsIn } from '../src/config/properties.ts';

function load(properties: Record<string, string>) {
  const words = Object.entries(properties).map(([name, value]) => `--${name}=${value}`);
  return loadConfig(words, {}, () => '');
}

function configOf(properties: Record<string, string>): Config {
  const loaded = load(properties);
  if (loaded.wants !== 'run') throw new Error(JSON.stringify(loaded));
  return loaded.config;
}

function mistakesOf(properties: Record<string, string>): readonly string[] {
  const loaded = load(properties);
  return loaded.wants === 'mistakes' ? loaded.mistakes : [];
}

describe('[DI5] app.webhook.senders', () => {
  const read = (value: string) => configOf({ 'app.webhook.senders': value })['app.webhook.senders'];
  const mistakes = (value: string) => mistakesOf({ 'app.webhook.senders': value });

  test('entries by comma or line break, split at the first =', () => {
    expect(read('erp=a=b, shop-2 = c\r\n\ntour=d,')).toEqual([
      { name: 'erp', token: 'a=b' },
      { name: 'shop-2', token: 'c' },
      { name: 'tour', token: 'd' },
    ]);
  });

  test('in a file as a list, or as lines of a text', () => {
    const expected = [
      { name: 'erp', token: 'a' },
      { name: 'shop', token: 'b' },
    ];
    for (const file of [
      'app.webhook.senders: [erp=a, shop=b]',
      'app.webhook.senders: |\n  erp=a\n  shop=b\n',
    ]) {
      const loaded = loadConfig([], {}, () => file);
      expect(loaded.wants === 'run' && loaded.config['app.webhook.senders']).toEqual(expected);
    }
  });

  test('a name may come twice, a third time it is refused', () => {
    expect(read('erp=old,erp=new')).toHaveLength(2);
    expect(mistakes('erp=a,erp=b,erp=c')).toEqual([
      expect.stringContaining('erp comes 3 times; 2 at most'),
    ]);
  });

  test('50 senders and no more', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) => `s${n}=token-${n}`).join(',');
    expect(read(some(50))).toHaveLength(50);
    expect(mistakes(some(51))).toEqual([expect.stringContaining('51 senders; 50 at most')]);
  });

  test.each([
    ['ERP=geheim', 'entry 1: the name before = is not allowed; allowed: 1 to 32 of a-z, 0-9 and -'],
    [`${'x'.repeat(33)}=geheim`, 'entry 1: the name before ='],
    ['=geheim', 'entry 1: the name before ='],
    ['constructor_=geheim', 'entry 1: the name before ='],
    ['jobs=geheim', 'entry 1: jobs is what a URL is called'],
    ['a=b,generic=geheim', 'entry 2: generic is what a URL is called'],
    ['erp=', 'entry 1: the token behind = is not allowed'],
    ['erp=geheim wort', 'entry 1: the token behind = is not allowed'],
    ['erp=gehéim', 'entry 1: the token behind = is not allowed'],
    ['a=b,geheim', 'entry 2: *** is not name=token'],
    ['a=geheim,b=c,d=geheim', 'entries 1 and 3: have the same token'],
    [',', 'has no entry'],
  ])('%j is one clear line, without the token', (value, expected) => {
    const said = mistakes(value);
    expect(said).toEqual([expect.stringContaining(expected)]);
    expect(said[0]).toMatch(/^app\.webhook\.senders \(from --app\.webhook\.senders\): |^--app\.w/);
    expect(said.join()).not.toContain('geheim');
  });

  test('no sender has the token that has no name', () => {
    const said = mistakesOf({ 'app.webhook.token': 'geheim', 'app.webhook.senders': 'erp=geheim' });
    expect(said).toEqual([
      expect.stringContaining('the token of erp is app.webhook.token as well'),
    ]);
    expect(said.join()).not.toContain('geheim');
  });

  test('every token is kept secret, not the list of them', () => {
    expect(secretsIn(configOf({ 'app.webhook.senders': 'erp=eins,shop=zwei' }))).toEqual(
      expect.arrayContaining(['eins', 'zwei']),
    );
  });
});

describe('[DI6] app.webhook.silence', () => {
  const silence = (value: string) => ({ 'app.webhook.silence': value });

  test('of senders and URLs', () => {
    const config = configOf({ ...silence('jobs=30m, erp=2h'), 'app.webhook.senders': 'erp=x' });
    expect(config['app.webhook.silence']).toEqual({ jobs: 30 * 60_000, erp: 2 * 3_600_000 });
  });

  test.each([
    ['jobs', '"jobs=" is not allowed'],
    ['jobs=half an hour', '"jobs=half an hour" is not allowed; allowed: a duration from 1m to 7d'],
    ['jobs=8d', 'a duration from 1m to 7d'],
    ['jobs=30m,jobs=1h', 'jobs comes twice'],
    ['job=30m', 'app.webhook.silence: job is no sender and no URL; did you mean jobs?'],
    ['warehouse=30m', 'warehouse is no sender and no URL; there are kunden'],
    ['__proto__=30m', 'is not allowed'],
  ])('%j is one clear line', (value, expected) => {
    expect(mistakesOf(silence(value))).toEqual([expect.stringContaining(expected)]);
  });

  test('hours alone watch nobody', () => {
    expect(mistakesOf({ 'app.webhook.silence-hours': 'Mo-Fr 07:00-19:00' })).toEqual([
      'app.webhook.silence-hours: needs app.webhook.silence as well',
    ]);
  });
});

describe('[DI6] app.webhook.silence-hours', () => {
  const given = (value: string) => ({
    'app.webhook.silence': 'jobs=30m',
    'app.webhook.silence-hours': value,
  });
  const read = (value: string) => configOf(given(value))['app.webhook.silence-hours'];
  const weekdays = (value: string) => read(value)?.map(({ weekday }) => weekday);

  test('German and English days, short and long, mean the same', () => {
    const german = read('Mo-Fr 07:00-19:00, Sa 08:00-14:00');
    expect(german?.at(0)).toEqual({ weekday: 1, from: 420, until: 1140 });
    expect(german?.at(-1)).toEqual({ weekday: 6, from: 480, until: 840 });
    for (const same of [
      'Mon-Fri 7:00-19:00,Sat 8:00-14:00',
      'MONTAG – Freitag 07:00 – 19:00, Samstag 08:00-14:00',
      'monday-friday 07:00-19:00, Sonnabend 08:00-14:00',
    ]) {
      expect(read(same)).toEqual(german);
    }
    expect(weekdays('Di 8:00-9:00, Mi 8:00-9:00, Do 8:00-9:00, So 8:00-9:00')).toEqual([
      2, 3, 4, 7,
    ]);
    expect(weekdays('Tu 8:00-9:00, We 8:00-9:00, Th 8:00-9:00, Su 8:00-9:00')).toEqual([
      2, 3, 4, 7,
    ]);
  });

  test('past midnight, over the weekend, every day, until midnight', () => {
    expect(read('Fr 22:00-06:00')).toEqual([{ weekday: 5, from: 1320, until: 1800 }]);
    expect(weekdays('Fr-Mo 08:00-09:00')).toEqual([5, 6, 7, 1]);
    expect(weekdays('08:00-09:00')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(read('Mo 00:00-24:00')).toEqual([{ weekday: 1, from: 0, until: 1440 }]);
  });

  test.each([
    'Mo-Fr',
    '07-19',
    'Xy 07:00-19:00',
    'Mo 25:00-26:00',
    'Mo 07:60-08:00',
    'Mo 8:00-8:00',
  ])('%j cannot be read, and says so in a line of its own', (value) => {
    expect(mistakesOf(given(`Sa 08:00-14:00, ${value}, Mo-Xx 1`))).toEqual([
      expect.stringContaining(`${JSON.stringify(value)} cannot be read`),
      expect.stringContaining('"Mo-Xx 1" cannot be read'),
    ]);
  });
});
