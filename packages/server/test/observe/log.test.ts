import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presetConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/observe/log.ts';
import { prettyLine } from '../../src/observe/pretty-line.ts';

const before = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
// Other files of tests share this process.
afterAll(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

const pretty = (fields: object) =>
  prettyLine(JSON.stringify({ level: 'info', time: '2026-03-02T07:41:09.113Z', ...fields }), {
    colours: false,
  });

/** What a log writes. */
function written(format: 'json' | 'pretty', colours = false) {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { log } = createLog(presetConfig({ 'app.log.format': format }), { to, colours });
  return { log, lines };
}

describe('[OB] pretty lines', () => {
  test('time of this machine, level, message, then key=value', () => {
    const fields = { id: 1, channel: 'jobs', bytes: 45, msg: 'webhook accepted' };
    expect(pretty(fields)).toBe(
      '2026-03-02 08:41:09.113 INFO  webhook accepted  id=1 channel=jobs bytes=45\n',
    );
    expect(pretty({ level: 'warn', msg: 'x' })).toBe('2026-03-02 08:41:09.113 WARN  x\n');
  });

  test('what has spaces or structure is quoted', () => {
    const fields = { text: 'two words', empty: '', sign: 'a=b', none: null, list: ['mock'] };
    expect(pretty({ msg: 'x', ...fields })).toContain(
      'x  text="two words" empty="" sign="a=b" none=null list=["mock"]\n',
    );
  });

  test('a stack stands indented below', () => {
    const stack = 'Error: first\nsecond\n    at here (file.ts:1:2)';
    expect(pretty({ level: 'error', msg: 'failed', err: { message: 'first', stack }, id: 7 })).toBe(
      [
        '2026-03-02 08:41:09.113 ERROR failed  id=7',
        '    Error: first',
        '    second',
        '        at here (file.ts:1:2)',
        '',
      ].join('\n'),
    );
  });

  test('[SE5] nothing that was sent reaches the terminal as a command', () => {
    const hostile = 'a\u001b[2J\u009b31m\u202e\u0007\n';
    const line = pretty({ msg: hostile, [hostile]: hostile, err: { stack: `x${hostile}y` } });
    expect(line).not.toMatch(/[^\P{C}\n]/u);
    expect(line.split('\n')).toHaveLength(4);
  });

  test('colours only where they are wanted', () => {
    const plain = written('pretty');
    plain.log.warn({ a: 1 }, 'text');
    expect(plain.lines.join('')).toMatch(/^[\d-]+ [\d:.]+ WARN {2}text {2}a=1\n$/);
    const coloured = written('pretty', true);
    coloured.log.warn({ a: 1 }, 'text');
    expect(coloured.lines.join('')).toContain('\u001b[33mWARN \u001b[39m text');
  });
});

test('[OB] JSON is one object per line', () => {
  const { log, lines } = written('json', true);
  log.info({ id: 1 }, 'text');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'info', id: 1, msg: 'text' });
});

describe.each(['json', 'pretty'] as const)('[AR13] an error in %s', (format) => {
  test('shows no number that a database or a parser quoted', () => {
    const { log, lines } = written(format);
    const refused = Object.assign(new Error('invalid input: "+49 (0)30 23125-001"'), {
      code: '23505',
      detail: 'Key (number)=(+493023125001) already exists.',
      parameters: ['030 23125001'],
    });
    log.error({ err: refused }, 'x');
    log.error({ err: new Error('outer', { cause: new Error('of 0171/39200-11') }) }, 'x');
    const text = lines.join('').replace(/[\s()/-]/g, '');
    expect(text).not.toMatch(/23125|39200/);
    expect(text).toContain('…01');
    expect(text).toContain('log.test.ts');
  });

  test('still says where a database is', () => {
    const { log, lines } = written(format);
    log.error({ err: new Error('connect ECONNREFUSED 192.168.100.120:5432') }, 'x');
    expect(lines.join('')).toContain('connect ECONNREFUSED 192.168.100.120:5432');
  });
});
