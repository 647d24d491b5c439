import { isMet, type Row, ratioOf } from '../scenario.ts';
import { logScale } from './log-scale.ts';
import { line, picture, round, text } from './picture.ts';

const ROW_HEIGHT = 34;
const PLOT = { left: 330, right: 690, top: 62 };
const WIDTH = 760;

const CAPTION = 'right of 1 ×: Hookline is better · dashed: the goal · orange: missed';

interface Bar {
  readonly label: string;
  /** How many times better than what it is compared with; below 1 it is worse. */
  readonly better: number;
  readonly goal: number;
  readonly isMet: boolean;
}

/** One bar for every row that has a ratio as its goal: to the right of 1 Hookline is better. */
export function ratioChart(title: string, rows: readonly Row[]): string {
  const bars = rows.flatMap((row) => barOf(row) ?? []);
  const reach = bars.flatMap(({ better, goal }) => [better, goal]);
  const scale = logScale([0.5, 2, ...reach], [PLOT.left, PLOT.right], [1, 2, 5]);
  const bottom = PLOT.top + bars.length * ROW_HEIGHT;
  const parts = [
    ...scale.ticks.flatMap((tick) => [
      line(scale.at(tick), PLOT.top - 8, scale.at(tick), bottom, tick === 1 ? 'axis' : 'grid'),
      text(scale.at(tick), PLOT.top - 14, `${tick} ×`, 'quiet', 'middle'),
    ]),
    ...bars.flatMap(({ label, better, goal, isMet }, index) => {
      const top = PLOT.top + index * ROW_HEIGHT;
      const [from, to] = [scale.at(1), scale.at(better)];
      const goalAt = scale.at(goal);
      const x = round(Math.min(from, to));
      const look = isMet ? 'first' : 'second';
      return [
        text(PLOT.left - 14, top + 20, label, '', 'end'),
        `<rect class="${look}" x="${x}" y="${top + 7}" width="${round(Math.abs(to - from))}" height="18"/>`,
        line(goalAt, top + 2, goalAt, top + 30, 'goal'),
        text(Math.max(from, to, goalAt) + 8, top + 20, `${better.toFixed(better < 10 ? 2 : 1)} ×`),
      ];
    }),
    text(WIDTH - 16, bottom + 22, CAPTION, 'quiet', 'end'),
  ];
  const told = bars.map(
    ({ label, better, goal }) =>
      `${label}: ${better.toFixed(2)} times as good, the goal is ${goal.toFixed(2)}.`,
  );
  return picture({ width: WIDTH, height: bottom + 40 }, title, told.join(' '), parts);
}

function barOf(row: Row): Bar | undefined {
  const { goal, label } = row;
  const ratio = ratioOf(row);
  if (!label || !ratio || goal?.of !== 'ratio') return undefined;
  const met = isMet(row) === true;
  if (goal.atLeast !== undefined) return { label, better: ratio, goal: goal.atLeast, isMet: met };
  return { label, better: 1 / ratio, goal: 1 / (goal.atMost ?? 1), isMet: met };
}
