import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch } from 'node:process';
import { lineChart, ratioChart } from './charts.ts';
import { machine } from './machine.ts';
import { pointsOf, tableOf } from './report.ts';
import type { Outcome } from './rounds.ts';

const DOCS = join(import.meta.dirname, '../../docs');
/** Each architecture has a part of its own: a run on one says nothing about another. */
const partOf = (architecture: string) =>
  new RegExp(`(<!-- made by npm run bench on ${architecture} -->\\n)[\\s\\S]*?(\\n<!-- end -->)`);

/** Writes the pictures, and the part of docs/benchmarks.md that is measured on such a machine. */
export function writeDocument(outcome: Outcome, rounds: number, date: Date): void {
  const file = join(DOCS, 'benchmarks.md');
  const part = measuredPart(outcome, rounds, date);
  const text = withMeasuredPart(readFileSync(file, 'utf8'), arch, part);
  mkdirSync(join(DOCS, 'benchmarks'), { recursive: true });
  for (const [name, svg] of pictures(outcome)) {
    writeFileSync(join(DOCS, 'benchmarks', `${pictureOf(name)}.svg`), svg);
  }
  writeFileSync(file, text);
}

/** The document with another measured part; what people wrote around it stays. */
export function withMeasuredPart(text: string, architecture: string, part: string): string {
  const marks = partOf(architecture);
  if (!marks.test(text)) throw new Error(`the document has no marks for a part on ${architecture}`);
  return text.replace(marks, (_all, begin, end) => begin + part + end);
}

const pictureOf = (name: string) => `${name}-${arch}`;

const RATIOS = 'Hookline beside nchan';

export function pictures({ rows, curves }: Outcome): Map<string, string> {
  const beside = rows.filter((row) => row.beside?.name === 'nchan');
  return new Map([
    ['ratios', ratioChart(RATIOS, beside)],
    ...curves.map((one) => [one.name, lineChart(one)] as const),
  ]);
}

function measuredPart({ rows, tallies, curves }: Outcome, rounds: number, date: Date): string {
  const shown = ({ name, title }: { name: string; title: string }) =>
    `![${title}](benchmarks/${pictureOf(name)}.svg)`;
  return [
    `Measured on ${date.toISOString().slice(0, 10)}${commit()}, medians of ${rounds} rounds, on this machine:`,
    '',
    ...machine().map((line) => `- ${line}`),
    '',
    tableOf(rows, tallies),
    '',
    shown({ name: 'ratios', title: RATIOS }),
    ...curves.flatMap((one) => ['', shown(one), '', pointsOf(one)]),
  ].join('\n');
}

/** What was measured; unknown where only the files are there. */
function commit(): string {
  try {
    return ` at commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: DOCS, encoding: 'utf8' }).trim()}`;
  } catch {
    return '';
  }
}
