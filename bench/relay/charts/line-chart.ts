import type { Curves } from '../scenario.ts';
import { logScale } from './log-scale.ts';
import { line, picture, round, text } from './picture.ts';

const SIZE = { width: 760, height: 380 };
const PLOT = { left: 84, right: 650, top: 50, bottom: 318 };
/** Room for the numbers at the outermost points. */
const MARGIN = 32;
const LOOKS = ['first', 'second'];

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const plain = new Intl.NumberFormat('en');

/** Curves over logarithmic axes, with the value at every point. */
export function lineChart({ title, across, lines }: Curves): string {
  const points = lines.flatMap((one) => one.points);
  const values = [...new Set(points.map(({ x }) => x))];
  const x = logScale(values, [PLOT.left + MARGIN, PLOT.right - MARGIN]);
  const y = logScale(
    // The number below the lowest point would stand on the axis.
    points.flatMap((point) => [point.y, point.y / 1.5]),
    [PLOT.bottom, PLOT.top],
    [1, 2, 5],
  );
  const parts = [
    ...y.ticks.flatMap((tick) => [
      line(PLOT.left, y.at(tick), PLOT.right, y.at(tick), 'grid'),
      text(PLOT.left - 8, y.at(tick) + 4, compact.format(tick), 'quiet', 'end'),
    ]),
    line(PLOT.left, PLOT.bottom, PLOT.right, PLOT.bottom, 'axis'),
    ...values.map((value) =>
      text(x.at(value), PLOT.bottom + 20, plain.format(value), 'quiet', 'middle'),
    ),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 44, across, 'quiet', 'middle'),
    ...lines.flatMap((one, index) => {
      const look = LOOKS[index] ?? '';
      const placed = one.points.map((point) => [x.at(point.x), y.at(point.y)] as const);
      const [, endY] = placed.at(-1) ?? [0, 0];
      return [
        `<polyline class="line ${look}" style="fill:none" points="${placed.map((xy) => xy.map(round).join()).join(' ')}"/>`,
        ...placed.map(
          ([cx, cy]) => `<circle class="${look}" cx="${round(cx)}" cy="${round(cy)}" r="3.5"/>`,
        ),
        ...one.points.map((point) => {
          const isUpper = lines.every((other) =>
            other.points.every((their) => their.x !== point.x || their.y <= point.y),
          );
          const below = isUpper ? -10 : 20;
          const words = compact.format(point.y);
          return text(x.at(point.x), y.at(point.y) + below, words, look, 'middle');
        }),
        text(PLOT.right + 10, endY + 5, one.name, look),
      ];
    }),
  ];
  const told = lines.map(
    ({ name, points: own }) =>
      `${name}: ${own.map((point) => `${plain.format(Math.round(point.y))} at ${plain.format(point.x)}`).join(', ')}.`,
  );
  return picture(SIZE, title, told.join(' '), parts);
}
