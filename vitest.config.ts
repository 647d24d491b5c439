import { mkdirSync, symlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { threadsOfBundle } from './scripts/bundled-server.ts';
import { leaveNothingBehind } from './scripts/leave-nothing-behind.ts';
import { needy } from './scripts/needs.ts';

const folder = leaveNothingBehind('hookline-test-');

const FILES = ['packages/*/test/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'];

/** `npm run test:unit`: a program that nobody has said a test needs is not found there. */
function nothingButNode() {
  const path = join(folder, 'programs');
  mkdirSync(path);
  symlinkSync(process.execPath, join(path, 'node'));
  for (const shell of ['sh', 'bash']) symlinkSync(`/bin/${shell}`, join(path, shell));
  return { exclude: needy(FILES), env: { PATH: path } };
}

/** Stories take longest and begin first, or the run ends with one of them and an idle core. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      ['/e2e/', '/test/steps/', '/scripts/', ''].findIndex((part) => moduleId.includes(part));
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig(({ mode }) => ({
  plugins: [threadsOfBundle],
  test: {
    include: FILES,
    ...(mode === 'unit' && nothingButNode()),
    // Files leave nothing behind in their process: loading the server anew for each of them takes
    // more time than most of their tests.
    isolate: false,
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    setupFiles: ['./scripts/cases-for-tests.ts'],
    globalSetup: './scripts/prepare-tests.ts',
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // More than there are cores, for tests often wait, for processes, databases and pages. With
    // three to a core a run took an eighth more work and no less time.
    maxWorkers: Math.min(6, 2 * availableParallelism()),
    // What a test waits for comes about on any machine, be it busy or slow. Limits only end a run
    // that hangs: that of a wait is the shorter one, since it can say what it saw last.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
    // To look more often only keeps busy what is waited for.
    expect: { poll: { timeout: 300_000, interval: 100 } },
  },
}));
