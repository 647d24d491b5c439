import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** Files that are loaded with this one; what is imported for its types, or later, is not. */
function loadedWith(file: string, known = new Map<string, string>()): Map<string, string> {
  const code = readFileSync(file, 'utf8');
  known.set(file, code);
  for (const [, name = ''] of code.matchAll(
    /^(?:import|export) (?!type )[^;]*? from '(\.[^']+)'/gms,
  )) {
    const path = join(dirname(file), name);
    if (path.endsWith('.ts') && !known.has(path)) loadedWith(path, known);
  }
  return known;
}

describe('[CM2] without app.cluster.url nothing of NATS is loaded', () => {
  test.each(['main.ts', 'archive/threads/writer-thread.ts', 'archive/threads/reader-thread.ts'])(
    'by %s and what it imports',
    (entry) => {
      const files = loadedWith(join(src, entry));
      expect(files.size).toBeGreaterThan(10);
      const guilty = [...files].filter(([, code]) => /from '@nats-io/.test(code));
      expect(guilty.map(([path]) => path)).toEqual([]);
    },
  );

  test.each([
    ['alone', '{}', 0],
    ['in a cluster', "{ 'app.cluster.url': { servers: ['nats://127.0.0.1:1'] } }", 4],
  ])('by a service that has taken a webhook, %s', (_, settings, least) => {
    const url = (path: string) => JSON.stringify(pathToFileURL(join(src, path)));
    const program = `
      import { createRequire } from 'node:module';
      const { presetConfig } = await import(${url('config/load.ts')});
      const { createServer } = await import(${url('server.ts')});
      const common = { 'app.server.port': 0, 'app.archive.url': 'off', 'app.log.level': 'fatal' };
      const server = createServer(presetConfig({ ...common, ...${settings} }));
      const address = await server.start();
      await fetch(address + '/api/webhook', { method: 'POST', body: '1' });
      const files = Object.keys(createRequire(import.meta.url).cache);
      console.log(files.filter((path) => path.includes('@nats-io')).length);
      process.exit();`;
    const out = execFileSync('node', ['--input-type=module', '-e', program], { encoding: 'utf8' });
    const count = Number(out);
    if (least === 0) expect(count).toBe(0);
    else expect(count).toBeGreaterThanOrEqual(least);
  });
});
