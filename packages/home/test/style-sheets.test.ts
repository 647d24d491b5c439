import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');
/** `:nth-child(2)` or `~ *` of no element by name, class or attribute. */
const OF_ANY = /(?:^|[\s>+~(])\*?:(?:nth|only)-|~\s*[*:]/;

test('[HP18] no style sheet asks of just any element where among its siblings it stands', () => {
  // A row that comes or goes would have every row behind it looked at and laid out anew.
  const found = globSync('**/*.css', { cwd: src }).flatMap((name) =>
    readFileSync(join(src, name), 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .split(/[{}]/)
      // Within `:has` only what is in the one element is asked.
      .map((rule) => rule.replaceAll(/:has\((?:[^()]|\([^()]*\))*\)/g, ''))
      .filter((selector) => OF_ANY.test(selector))
      .map((selector) => `${name}: ${selector.trim()}`),
  );
  expect(found).toEqual([]);
});
