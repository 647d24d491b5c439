import { readFileSync } from 'node:fs';
import { ERRORS } from '../packages/contract/src/errors.ts';
import type { NameList } from '../packages/records/src/fields.ts';
import * as names from '../packages/records/src/names.ts';
import { STATUS_TABLE } from '../packages/records/src/status-words.ts';
import { configurationMarkdown } from '../packages/server/src/config/describe.ts';

function errorsMarkdown(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title, meaning }]) => `| \`${code}\` | ${status} | ${title} | ${meaning} |`,
  );
  return ['| code | status | title | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const NAMES: readonly (readonly [what: string, list: NameList])[] = [
  ['the number of a job, anywhere in it', names.REFERENCES],
  ['the number of a job, on the record itself only', names.OWN_REFERENCES],
  ['its status', names.STATUSES],
  ['who', names.WHOLE_NAMES],
  ['given name', names.GIVEN_NAMES],
  ['family name', names.FAMILY_NAMES],
  ['street', names.STREETS],
  ['house number', names.HOUSE_NUMBERS],
  ['postcode', names.POSTCODES],
  ['town', names.TOWNS],
  ['all of an address', names.WHOLE_ADDRESSES],
  ['note', names.NOTES],
];

/** What is read in foreign JSON. */
function readingMarkdown(): string {
  const code = (list: readonly string[]) => list.map((one) => `\`${one}\``).join(', ');
  const byClass = Map.groupBy(STATUS_TABLE, ([statusClass]) => statusClass);
  const words = [...byClass].map(([statusClass, rows]) => {
    const all = rows.map(([, , some]) => some).join(', ');
    return `| \`${statusClass}\` | ${all} |`;
  });
  return [
    '| what is meant | names, the strongest first |',
    '|---|---|',
    ...NAMES.map(([what, list]) => `| ${what} | ${code(list.names)} |`),
    '',
    '| class | words |',
    '|---|---|',
    ...words,
  ].join('\n');
}

/** The parts of the docs that come from the code, by file. */
const TABLES: Readonly<Record<string, () => string>> = {
  'docs/archive.md': readingMarkdown,
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
