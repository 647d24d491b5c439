import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Steps } from './count-readers.ts';
import { PAGE_READERS, READERS, SHAPES } from './readers.ts';

/** Sorting takes a little more than twice the steps for twice as many. */
const MOST = 2.2;

let steps: Steps = {};

/**
 * In a process of their own: V8 counts the blocks of a function only if nobody has called it
 * before, and is slower to say how many the more other code there is.
 */
beforeAll(async () => {
  const program = join(import.meta.dirname, 'count-readers.ts');
  // Code that was compiled by another process does not count its blocks either.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  steps = JSON.parse(stdout);
});

describe.each(Object.keys({ ...READERS, ...PAGE_READERS }))('%s', (reader) => {
  test.each(Object.keys(SHAPES))('[AR12] takes steps in proportion: %s', (shape) => {
    const { once = 0, twice = Number.NaN } = steps[reader]?.[shape] ?? {};
    expect(once).toBeGreaterThan(10);
    expect(twice / once).toBeLessThan(MOST);
  });
});
