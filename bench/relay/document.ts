import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineChart } from './charts/line-chart.ts';
import { ratioChart } from './charts/ratio-chart.ts';
import { machine } from './machine.ts';
import { pointsOf, tableOf } from './report.ts';
import type { Outcome } from './rounds.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const PART = /(<!-- made by npm run bench -->\n)[\s\S]*(\n<!-- end -->)/;

/** Writes the pictures, and the part of docs/benchmarks.md that is measured. */
export function writeDocument(outcome: Outcome, rounds: number, date: Date): void {
  const file = join(DOCS, 'benchmarks.md');
  const text = withMeasuredPart(readFileSync(file, 'utf8'), measuredPart(outcome, rounds, date));
  mkdirSync(join(DOCS, 'benchmarks'), { recursive: true });
  for (const [name, svg] of pictures(outcome)) {
    writeFileSync(join(DOCS, 'benchmarks', `${name}.svg`), svg);
  }
  writeFileSync(file, text);
}

/** The document with another measured part; what people wrote around it stays. */
export function withMeasuredPart(text: string, part: string): string {
  if (!PART.test(text)) throw new Error('the document has lost the marks around its measured part');
  return text.replace(PART, (_all, begin, end) => begin + part + end);
}

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
    `![${title}](benchmarks/${name}.svg)`;
  return [
    `Measured on ${date.toISOString().slice(0, 10)}, medians of ${rounds} rounds, on this machine:`,
    '',
    ...machine().map((line) => `- ${line}`),
    '',
    tableOf(rows, tallies),
    '',
    shown({ name: 'ratios', title: RATIOS }),
    ...curves.flatMap((one) => ['', shown(one), '', pointsOf(one)]),
  ].join('\n');
}
