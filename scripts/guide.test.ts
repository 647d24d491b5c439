import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from './commands-in-docs.ts';

const root = join(import.meta.dirname, '..');
const guide = readPage('docs/leitfaden.md');

/** Everything that the page says in German; what it puts in between may be anything. */
function germanTexts(): RegExp[] {
  return globSync('packages/home/src/language/de-*.ts', { cwd: root }).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return [...code.matchAll(/'([^'\n]+)'|`([^`\n]+)`/g)].map(([, plain, made = '']) => {
      const parts = plain === undefined ? made.split(/\$\{[^}]*\}/) : [plain];
      return new RegExp(`^${parts.map(RegExp.escape).join('.+')}$`);
    });
  });
}

const texts = germanTexts().filter(({ source }) => /\p{L}{3}/u.test(source.replace('.+', '')));
const isSaid = (words: string) => texts.some((text) => text.test(words));

test('what the guide quotes stands on the page in these very words', () => {
  const quoted = [...guide.matchAll(/„([^“]+)“/g)].map(([, words = '']) => words);
  expect(quoted.length).toBeGreaterThan(60);
  expect(quoted.filter((words) => !isSaid(words))).toEqual([]);
  expect(isSaid('Übernimm du')).toBe(false);
});
