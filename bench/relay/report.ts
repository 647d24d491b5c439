import type { Tally } from './rounds.ts';
import { type Curves, isMet, type Row, ratioOf, type Unit } from './scenario.ts';

/** One Markdown table: what was measured, beside what, and whether the goal is met. */
export function tableOf(rows: readonly Row[], tallies: ReadonlyMap<string, Tally>): string {
  const lines = rows.map((row) =>
    line(
      row.what,
      figure(row.hookline, row.unit),
      row.beside ? `${row.beside.name}: ${figure(row.beside.value, row.unit)}` : '',
      ratio(row),
      goal(row),
      verdict(isMet(row)),
    ),
  );
  return [
    line('measure', 'Hookline', 'beside it', 'ratio', 'goal', ''),
    line('---', '--:', '--:', '--:', '--:', '---'),
    ...lines,
    ...lossLine(tallies),
  ].join('\n');
}

/** The points of the curves, for those who want the numbers. */
export function pointsOf({ across, lines }: Curves): string {
  const values = lines[0]?.points.map(({ x }) => x) ?? [];
  return [
    line(across, ...values.map((x) => x.toLocaleString('en'))),
    line('---', ...values.map(() => '--:')),
    ...lines.map(({ name, points }) =>
      line(name, ...points.map(({ y }) => figure(y, 'per second'))),
    ),
  ].join('\n');
}

export function areAllMet(rows: readonly Row[], tallies: ReadonlyMap<string, Tally>): boolean {
  return rows.every((row) => isMet(row) !== false) && (tallies.get('Hookline')?.lost ?? 0) === 0;
}

export function figure(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '?';
  switch (unit) {
    case 'per second':
      return `${Math.round(value).toLocaleString('en')}/s`;
    case 'clients':
    case 'webhooks':
      return value.toLocaleString('en');
    case '%':
      return `${value.toFixed(value < 10 ? 2 : 0)} %`;
    case 'KiB':
    case 'MiB':
      return `${value.toFixed(1)} ${unit}`;
    default:
      return `${value.toFixed(2)} ${unit}`;
  }
}

function ratio(row: Row): string {
  const value = ratioOf(row);
  return value === undefined ? '' : `${value.toFixed(value < 10 ? 2 : 1)} ×`;
}

function goal({ goal, unit, floor }: Row): string {
  if (!goal) return '';
  if (floor !== undefined) return `≤ ${goal.atMost} ×, or the floor + 10 %`;
  const sign = goal.atLeast === undefined ? '≤' : '≥';
  const limit = goal.atLeast ?? goal.atMost ?? Number.NaN;
  return goal.of === 'ratio' ? `${sign} ${limit} ×` : `${sign} ${limit} ${unit}`;
}

function verdict(isMet: boolean | undefined): string {
  if (isMet === undefined) return '';
  return isMet ? 'met' : '**missed**';
}

function lossLine(tallies: ReadonlyMap<string, Tally>): string[] {
  const of = (side: string) => {
    const { lost, delivered } = tallies.get(side) ?? { lost: 0, delivered: 0 };
    return `${lost.toLocaleString('en')} of ${(lost + delivered).toLocaleString('en')}`;
  };
  const ours = tallies.get('Hookline');
  if (!ours) return [];
  const theirs = tallies.has('nchan') ? `nchan: ${of('nchan')}` : '';
  const what = 'deliveries lost, doubled or damaged, all rounds';
  return [line(what, of('Hookline'), theirs, '', '0', verdict(ours.lost === 0))];
}

function line(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
