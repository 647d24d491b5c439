import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The pages that tell people what to type. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'ARCHITECTURE.md',
  ...globSync('docs/*.md', { cwd: root }).sort(),
];

export const readPage = (page: string) => readFileSync(join(root, page), 'utf8');

/** What stands in the fenced blocks for a shell, command by command and without its comments. */
export function commandsIn(text: string): string[] {
  const blocks = text.matchAll(/^( *)```(?:sh|bash|shell|console)\n(.*?)^\1```$/gms);
  return [...blocks].flatMap(([, , block = '']) => split(block));
}

/** A command ends with its line, unless a quote is open or the line ends in a backslash. */
function split(block: string): string[] {
  const commands: string[] = [];
  let command = '';
  let quote = '';
  for (const line of block.split('\n')) {
    let rest = line;
    for (const { 0: sign, index } of line.matchAll(/(?<=^|\s)#|['"]/g)) {
      if (quote === '' && sign === '#') {
        rest = line.slice(0, index);
        break;
      }
      if (quote === '' && sign !== '#') quote = sign;
      else if (sign === quote) quote = '';
    }
    command += `${rest}\n`;
    if (quote !== '' || rest.endsWith('\\')) continue;
    if (command.trim() !== '') commands.push(command.trim());
    command = '';
  }
  return commands;
}

export interface Shown {
  /** How the command begins that prints it. */
  readonly by: string;
  readonly output: string;
}

/** What a page says that its commands print. */
export function shownIn(text: string): Shown[] {
  const blocks = text.matchAll(/^<!-- printed by: ([^\n]+) -->\n```\w*\n(.*?)^```$/gms);
  return [...blocks].map(([, by = '', output = '']) => ({ by, output }));
}

/** What differs from run to run is the same in all of them: times, ids, numbers, the address. */
export function shapeOf(output: string, address: string): string {
  return output
    .replaceAll(address, 'ADDRESS')
    .replaceAll('http://127.0.0.1:8080', 'ADDRESS')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d{3}Z?/g, 'TIME')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/(?<![\w-])\d+(?![\w-])/g, 'N')
    .replaceAll(/>\s+</g, '><')
    .trim();
}
