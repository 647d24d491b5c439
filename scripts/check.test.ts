import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');

/** What `npm run check` has found out before, too. */
const KNOWN = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types'];

test.each([
  ['format and lint', 'biome', ['check', '.']],
  // Its threads look at much of the code once each, and both cores are busy with the other files.
  ['types', 'tsc', ['-p', 'tsconfig.json', '--singleThreaded', ...KNOWN]],
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

test('editors indent and break lines as Biome does', () => {
  const [, all = ''] = /^\[\*\]\n(.*?)\n\n/ms.exec(read('.editorconfig')) ?? [];
  const { formatter } = JSON.parse(read('biome.json'));
  expect(all.split('\n')).toEqual(
    expect.arrayContaining([
      `indent_style = ${formatter.indentStyle}`,
      `indent_size = ${formatter.indentWidth}`,
      `max_line_length = ${formatter.lineWidth}`,
    ]),
  );
});
