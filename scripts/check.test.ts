import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['format and lint', 'biome', ['check', '.']],
  // Its threads look at much of the code once each, and both cores are busy with the other files.
  ['types', 'tsc', ['-p', 'tsconfig.json', '--singleThreaded']],
])('%s', (_what, command, parameters) => {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${command}`, parameters, {
    cwd: `${import.meta.dirname}/..`,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `node_modules/.bin:${process.env['PATH']}`,
      // A fifth of the compiler's work is taking back memory that it has enough of.
      GOGC: 'off',
      GOMEMLIMIT: '1200MiB',
    },
  });
  expect(status, stdout + stderr).toBe(0);
});
