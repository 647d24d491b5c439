import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const SHOWN = 10;
const DIFF_SHOWN = 4000;
const NOTHING =
  'No test has run: none fits, what it needs is not there, or it needs more than the Node of npm run test:unit.\n';

/**
 * Says at once why a test failed: the run takes many minutes, and somebody may end it before its
 * end. Ends it with the slowest files and `N passed, N failed`, after all else has been printed.
 */
export default class ClosingLineReporter implements Reporter {
  #isWatching = false;

  onInit({ config }: Vitest): void {
    this.#isWatching = config.watch;
  }

  onTestCaseResult(test: TestCase): void {
    for (const { message, stack = message, diff = '' } of test.result().errors ?? []) {
      const what = `${test.module.relativeModuleId}: ${test.fullName}`;
      // "expected [ Array(10) ]" alone tells nobody which two were too many.
      process.stdout.write(`FAILED ${what}\n${stack}\n${diff.slice(0, DIFF_SHOWN)}\n`);
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++;
      // A file that cannot be loaded has no tests that could fail.
      counts.failed += module.errors().length;
    }
    counts.failed += unhandledErrors.length + counts.pending;
    const hasRun = counts.passed + counts.failed > 0;
    if (!hasRun) {
      // Nothing that was looked for is there, or what it needs is not: neither is a success.
      counts.failed++;
      process.exitCode = 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, took: module.diagnostic().duration }))
      .sort((a, b) => b.took - a.took)
      .slice(0, SHOWN)
      .map(({ file, took }) => `${(took / 1000).toFixed(1).padStart(7)} s  ${file}\n`);
    const say = () => {
      process.stdout.write(hasRun ? `The slowest files:\n${slowest.join('')}` : NOTHING);
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
    };
    if (this.#isWatching) say();
    else process.on('exit', say);
  }
}
