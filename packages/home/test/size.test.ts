import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** @needs build */
const folder = join(import.meta.dirname, '../dist');
const KIB = 1024;

const packed = (name: string) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
const sum = (names: readonly string[]) => names.reduce((all, name) => all + packed(name), 0);

/** What a browser loads before anything is shown: the page's scripts, what they import, and German. */
function firstView(): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const html = page.replaceAll(/<link [^>]*hreflang="(?!de)[^>]*>/g, '');
  return [...html.matchAll(/(?:src|href)="\/home\/([^"]+\.js)"/g)].map(([, name = '']) => name);
}

const named = (end: string) => readdirSync(folder).filter((name) => name.endsWith(end));

test('the page stays small: below 140 KiB of script for the first view, 300 KiB in all, and 18 KiB of styles', () => {
  const [first, all] = [firstView(), named('.js')];
  expect(first).not.toEqual([]);
  const [firstKib, allKib, styleKib] = [first, all, named('.css')].map((names) => sum(names) / KIB);
  process.stdout.write(
    `home page, gzip: ${firstKib?.toFixed(1)} KiB first, ${allKib?.toFixed(1)} KiB in all, ${styleKib?.toFixed(1)} KiB of styles\n`,
  );
  expect(firstKib).toBeLessThan(140);
  expect(allKib).toBeLessThan(300);
  expect(styleKib).toBeLessThan(18);
});
