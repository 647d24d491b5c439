import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';

test('telephony is an entry of its own: the stream part does not bring it along', async () => {
  const telephony = await bundle(['createTelephony'], 'telephony/index.ts');
  const bytes = gzipSync(telephony, { level: 9 }).length;
  process.stdout.write(
    `hookline-client/telephony, createTelephony: ${bytes} bytes gzip (${telephony.length} minified)\n`,
  );
  expect(bytes).toBeLessThan(9 * 1024);
  expect(telephony).toContain('addressCache');
  expect(await bundle(['liveEvents'])).not.toContain('addressCache');
});
