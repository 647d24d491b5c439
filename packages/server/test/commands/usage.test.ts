import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { outcome } from './typed-command.ts';

const NAMES = [
  'serve',
  'tail',
  'send',
  'check',
  'ready',
  'reload',
  'backup',
  'restore',
  'move-archive',
  'mapping',
  'hash-password',
];

test('--help lists every command, and each of them has its own', async () => {
  const all = await outcome(['--help']);
  expect(all).toMatchObject({ code: 0, said: '' });
  for (const name of NAMES) {
    expect(all.out).toMatch(new RegExp(`^ {2}${name} +\\w`, 'm'));
    const { code, out, said } = await outcome(['help', name]);
    expect({ code, said }).toEqual({ code: 0, said: '' });
    expect(out).toContain(`hookline ${name}`);
    if (name !== 'serve') expect(await outcome([name, '--help'])).toMatchObject({ code: 0, out });
  }
  expect(await outcome(['help'])).toEqual(all);
  expect(await outcome(['-h'])).toEqual(all);
  expect(await outcome(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, said: '' });
});

test('docs/command-line.md knows every command and option', async () => {
  const docs = readFileSync(`${import.meta.dirname}/../../../../docs/command-line.md`, 'utf8');
  for (const name of NAMES) {
    expect(docs).toContain(`\n## ${name}\n`);
    if (name === 'serve') continue;
    const { out } = await outcome(['help', name]);
    for (const [option] of out.matchAll(/--[a-z]+/g)) expect(docs).toContain(`${option}`);
  }
});

test.each<[string, string]>([
  [
    '',
    'a command is missing: serve, tail, send, check, ready, reload, backup, restore, move-archive, mapping, hash-password',
  ],
  ['tial', 'tial: no such command; did you mean tail?'],
  ['chekc', 'chekc: no such command; did you mean check?'],
  ['start', 'start: no such command; did you mean serve?'],
  ['frobnicate', 'frobnicate: no such command\n'],
  ['constructor', 'constructor: no such command\n'],
  ['help tial', 'tial: no such command; did you mean tail?'],
  ['--verison', '--verison: no such option; did you mean --version?'],
  ['--app.server.port=1', 'properties stand behind a command: hookline serve --app.server.port=1'],
  ['tail --chanel jobs', '--chanel: no such option; did you mean --channel?'],
  ['tail --__proto__', '--__proto__: no such option'],
  ['tail --channel job', 'job: no such channel; did you mean jobs? (there are kunden, kuriere,'],
  ['tail --url', '--url: a value is missing'],
  ['tail --url --json', '--url: a value is missing'],
  ['tail --json=yes', '--json: takes no value'],
  ['tail --url ftp://host', '--url: "ftp://host" is not an address'],
  ['tail --token pässwort', '--token: *** is not allowed; allowed: visible ASCII'],
  ['tail --count 0', '--count: "0" is no number from 1 on'],
  ['tail --forward mailto:x@y', '--forward: "mailto:x@y" is no address such as'],
  ['tail --forward 127.0.0.1:8080/api/webhook/jobs', 'come back as another one, without end'],
  ['tail jobs', 'jobs: not understood'],
  ['send', 'a file is missing, or - for standard input'],
  ['send a.json b.json', 'b.json: only one file is sent at a time'],
  ['send - --channel jobs,kunden', '--channel: a webhook has only one'],
  ['hash-password geheim', 'the password is asked for'],
  ['check --version', '--version: no such option'],
])('[CF2] "hookline %s" is refused in plain words', async (line, message) => {
  const { code, out, said } = await outcome(line.split(' ').filter(Boolean));
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(said).toContain(message);
  expect(said).toContain('see hookline');
  expect(said).not.toMatch(/pässwort|geheim\b/);
});
