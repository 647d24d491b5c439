import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const PROGRAM = `
import { HooklineError, isEvent, type LiveEvent, type LiveEvents, liveEvents } from 'hookline-client';
const live: LiveEvents = liveEvents({ baseUrl: 'http://localhost:1', channels: ['jobs'] });
const events: readonly LiveEvent[] = live.getSnapshot().events;
live.stop();
console.log(live.state, events.length, isEvent({}), new HooklineError(503, 'x').status);

import { createTelephony, type TelephonySnapshot } from 'hookline-client/telephony';
const { state }: TelephonySnapshot = createTelephony().getSnapshot();
console.log(state);
`;

test('the built package works alone, in plain JavaScript and with its types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dist = join(folder, 'node_modules/hookline-client');
  mkdirSync(join(folder, 'node_modules'));
  execFileSync('node', [join(root, 'packages/client/build.ts'), dist]);

  const manifest = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'hookline-client', type: 'module', sideEffects: false });
  expect(manifest).not.toHaveProperty('private');
  for (const file of globSync('**/*.{js,ts}', { cwd: dist })) {
    expect(readFileSync(join(dist, file), 'utf8')).not.toMatch(/from '(?!\.)/);
  }

  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, 'program.ts'], { cwd: folder });
  const output = execFileSync('node', ['program.js'], { cwd: folder, encoding: 'utf8' });
  expect(output).toBe('stopped 0 false 503\nnone\n');
});
