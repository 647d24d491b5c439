import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    globalSetup: './scripts/postgres-for-tests.ts',
    pool: 'forks',
    // Most of the time tests wait for processes and databases to start.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
