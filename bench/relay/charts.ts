import { type Curves, isMet, type Row, ratioOf } from './scenario.ts';

/** Colours for both of a reader's settings. The paper has one too: a page may choose differently. */
const STYLE = `
text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328 }
.title { font-weight: 600; font-size: 15px }
.quiet { fill: #59636e }
.paper { fill: #ffffff }
.grid { stroke: #d1d9e0; stroke-width: 1 }
.axis { stroke: #59636e; stroke-width: 1.5 }
.goal { stroke: #1f2328; stroke-width: 2; stroke-dasharray: 3 3 }
.first { fill: #0969da; stroke: #0969da }
.second { fill: #bc4c00; stroke: #bc4c00 }
.line { fill: none; stroke-width: 2.5 }
text.first, text.second { stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .quiet { fill: #9198a1 }
  .paper { fill: #0d1117 }
  .grid { stroke: #3d444d }
  .axis { stroke: #9198a1 }
  .goal { stroke: #f0f6fc }
  .first { fill: #4493f8; stroke: #4493f8 }
  .second { fill: #f0883e; stroke: #f0883e }
}`;

/** An SVG file. The description is what those are told who do not see it. */
function picture(
  size: { readonly width: number; readonly height: number },
  title: string,
  description: string,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${size.width}" height="${size.height}" rx="6"/>`,
    text(16, 26, title, 'title'),
    ...parts,
    '</svg>\n',
  ].join('\n');
}

type Anchor = 'start' | 'middle' | 'end';

function text(x: number, y: number, words: string, look = '', anchor: Anchor = 'start'): string {
  const placed = `x="${round(x)}" y="${round(y)}"`;
  return `<text ${placed} class="${look}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, look: string): string {
  const ends = `x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`;
  return `<line ${ends} class="${look}"/>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Places values between two ends so that equal distances are equal factors. */
export function logScale(
  values: readonly number[],
  [from, to]: readonly [number, number],
  steps: readonly number[] = [1],
): Scale {
  const all = candidates(steps);
  const least = Math.min(...values);
  const most = Math.max(...values);
  const first = all.findLast((tick) => tick <= least * (1 + 1e-9)) ?? least;
  const last = all.find((tick) => tick >= most / (1 + 1e-9)) ?? most;
  const width = Math.log(last / first) || 1;
  return {
    at: (value) => from + ((to - from) * Math.log(value / first)) / width,
    ticks: all.filter((tick) => tick >= first && tick <= last),
  };
}

/** The steps in every decade, such as 1, 2, 5, 10, 20, 50 for 1, 2 and 5. */
function candidates(steps: readonly number[]): number[] {
  const decades = Array.from({ length: 19 }, (_, index) => index - 9);
  return decades.flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)));
}

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

const ROW_HEIGHT = 34;
const BARS = { left: 330, right: 690, top: 62 };
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
  const scale = logScale([0.5, 2, ...reach], [BARS.left, BARS.right], [1, 2, 5]);
  const bottom = BARS.top + bars.length * ROW_HEIGHT;
  const parts = [
    ...scale.ticks.flatMap((tick) => [
      line(scale.at(tick), BARS.top - 8, scale.at(tick), bottom, tick === 1 ? 'axis' : 'grid'),
      text(scale.at(tick), BARS.top - 14, `${tick} ×`, 'quiet', 'middle'),
    ]),
    ...bars.flatMap(({ label, better, goal, isMet }, index) => {
      const top = BARS.top + index * ROW_HEIGHT;
      const [from, to] = [scale.at(1), scale.at(better)];
      const goalAt = scale.at(goal);
      const x = round(Math.min(from, to));
      const look = isMet ? 'first' : 'second';
      return [
        text(BARS.left - 14, top + 20, label, '', 'end'),
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
