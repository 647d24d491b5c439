import { readFileSync } from 'node:fs';
import { ERRORS } from '../packages/contract/src/errors.ts';
import { configurationMarkdown } from '../packages/server/src/config/describe.ts';

function errorsMarkdown(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title, meaning }]) => `| \`${code}\` | ${status} | ${title} | ${meaning} |`,
  );
  return ['| code | status | title | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

/** The parts of the docs that come from the code, by file. */
const TABLES: Readonly<Record<string, () => string>> = {
  'docs/configuration.md': configurationMarkdown,
  'docs/errors.md': errorsMarkdown,
};

export const GENERATED_FILES = Object.keys(TABLES);

export const pathOf = (file: string) => new URL(`../${file}`, import.meta.url);

/** The file as it ought to be: its own prose, with the table between the marks made anew. */
export function regenerated(file: string): string {
  const table = TABLES[file]?.() ?? '';
  return readFileSync(pathOf(file), 'utf8').replace(
    /(<!-- made by npm run docs -->\n)[\s\S]*(\n<!-- end -->)/,
    (_all, begin, end) => begin + table + end,
  );
}
