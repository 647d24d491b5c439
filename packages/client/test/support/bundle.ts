import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

const source = join(import.meta.dirname, '../../src');

/** What a page would load: one file, minified, with only the named exports and what they need. */
export async function bundle(names: string[], from = 'index.ts'): Promise<string> {
  const library = join(source, from);
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bundle-'));
  const entry = join(folder, 'page.js');
  writeFileSync(entry, `export { ${names.join(', ')} } from ${JSON.stringify(library)};`);
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'page' },
      // A library is left readable by default; a page's own bundle is not.
      rolldownOptions: { output: { minify: true } },
    },
  }).finally(() => rmSync(folder, { recursive: true }));
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('the bundler watches instead of building');
  return output.output[0].code;
}
