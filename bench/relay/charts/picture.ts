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
export function picture(
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

export type Anchor = 'start' | 'middle' | 'end';

export function text(
  x: number,
  y: number,
  words: string,
  look = '',
  anchor: Anchor = 'start',
): string {
  const placed = `x="${round(x)}" y="${round(y)}"`;
  return `<text ${placed} class="${look}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, look: string): string {
  const ends = `x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`;
  return `<line ${ends} class="${look}"/>`;
}

export const round = (value: number) => Math.round(value * 10) / 10;

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
