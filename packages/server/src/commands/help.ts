import type { Command, Options } from './command.ts';

const HELP_OPTION: Options = { '--help': { about: 'prints this' } };

/** What `hookline COMMAND --help` prints. */
export function commandHelp(name: string, { usage, about, options, notes }: Command): string {
  const parts = [
    `Usage: hookline ${name}${usage && ` ${usage}`}`,
    about,
    optionLines({ ...options, ...HELP_OPTION }),
    ...notes,
  ];
  return `${parts.join('\n\n')}\n`;
}

function optionLines(options: Options): string {
  const rows = Object.entries(options).map(
    ([name, { value, about }]) => [value ? `${name} ${value}` : name, about] as const,
  );
  return columns(rows);
}

export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
