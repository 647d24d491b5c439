import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../../../docs');

/** Does what a manual in docs/ tells an operator to do, word for word. */
export function follow(
  steps: string,
  cwd: string,
  env: Record<string, string> = {},
  manual = 'archive.md',
  /** Other places than those of the manual. */
  places: Readonly<Record<string, string>> = {},
): void {
  const [, script] =
    new RegExp(`<!-- steps: ${steps} -->\n\`\`\`sh\n([^\`]*)\`\`\``).exec(
      readFileSync(join(DOCS, manual), 'utf8'),
    ) ?? [];
  if (script === undefined) throw new Error(`docs/${manual} does not tell: ${steps}`);
  const placed = Object.entries(places).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    script,
  );
  const postgres = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '';
  const path = [dirname(process.execPath), postgres, process.env['PATH']].join(delimiter);
  execFileSync('sh', ['-euc', placed], { cwd, env: { ...process.env, ...env, PATH: path } });
}
