import { expect, test } from 'vitest';
import { loadConfig } from '../src/config/load.ts';
import { startLines } from '../src/start-report.ts';

/** What a server which others can reach warns of at its start. */
function warnings(...parameters: string[]): string {
  const loaded = loadConfig(
    ['--app.server.host=0.0.0.0', '--app.time-zone=Europe/Berlin', ...parameters],
    {},
    () => '',
  );
  if (loaded.wants !== 'run') throw new Error('it would not start');
  const lines = startLines(loaded.config, 'http://0.0.0.0:8080', 'off');
  const warned = lines.filter(({ level }) => level === 'warn');
  return [...loaded.remarks, ...warned.map(({ text }) => text)].join('\n');
}

test('[CF3] [SE1] the start line says what is open on purpose, and what travels unencrypted', () => {
  const open = warnings('--app.access.open=true', '--app.server.allowed-hosts=office-pc');
  expect(open).toContain('everyone who reaches this server can read what comes in and the whole');
  expect(open).not.toContain('DNS rebinding');
  const closed = ['--app.access.token=0123456789', '--app.webhook.token=x'];
  expect(warnings(...closed)).toContain('travel unencrypted');
  expect(warnings(...closed)).not.toContain('everyone');
  expect(warnings(...closed, '--app.server.public-url=https://hooks.example.com')).toBe('');
});
