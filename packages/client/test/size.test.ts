import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from './support/bundle.ts';

const LIMIT = 6 * 1024;

test('the stream part of the library is below 6 KiB, packed', async () => {
  const code = await bundle(['liveEvents']);
  const bytes = gzipSync(code, { level: 9 }).length;
  process.stdout.write(
    `hookline-client, liveEvents: ${bytes} bytes gzip (${code.length} minified)\n`,
  );
  expect(bytes).toBeLessThanOrEqual(LIMIT);
  expect(code).not.toContain('typebox');
});

test('what is not used is not in the bundle', async () => {
  const code = await bundle(['isEvent', 'mergeEvents']);
  expect(gzipSync(code).length).toBeLessThan(500);
});
