import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with `N passed, N failed`, after everything else has been printed. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++;
      // A file that cannot be loaded has no tests that could fail.
      counts.failed += module.errors().length;
    }
    counts.failed += unhandledErrors.length + counts.pending;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.on('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
    });
  }
}
