import { defineConfig } from 'vitest/config';

/** Tests that need more of a machine than `npm test` may ask for; each has a command of its own. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['deploy/test/*.test.ts'],
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    // On more cores, the pauses that one file measures would be made by the one beside it.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 100 } },
  },
});
