import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from './commands-in-docs.ts';

const root = join(import.meta.dirname, '..');
const guide = readPage('docs/leitfaden.md');

/** From an opening brace to the one that closes it. */
function braced(code: string, from: number): string {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}' && --depth === 0) return code.slice(from, at);
  }
  throw new Error('a brace is not closed');
}

/** Everything that the page says in German; what it puts in between may be anything. */
function germanTexts(): RegExp[] {
  const pages = globSync('packages/home/src/**/*.{ts,tsx}', { cwd: root });
  return [...pages, 'packages/contract/src/job-facts.ts'].flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const blocks = code.matchAll(/\bde: \{|\bDE_\w+\b[^=\n]* = \{|\blabel: \{/g);
    return [...blocks].flatMap(({ 0: begin, index }) =>
      [...braced(code, index + begin.length - 1).matchAll(/'([^'\n]+)'|`([^`\n]+)`/g)].map(
        ([, plain, made = '']) => {
          const parts = plain === undefined ? made.split(/\$\{[^}]*\}/) : [plain];
          return new RegExp(`^${parts.map(RegExp.escape).join('.+')}$`);
        },
      ),
    );
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
