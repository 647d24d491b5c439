import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    globalSetup: './scripts/postgres-for-tests.ts',
    pool: 'forks',
    // More than there are cores: most of the time tests wait, for processes, databases and pages.
    maxWorkers: 4,
    // Many tests wait for processes, browsers and databases on machines that others use too. What
    // fails once is tried again and reported as such; what fails twice has failed.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
