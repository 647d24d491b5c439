import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Builds the page into `dist/` or the folder that is named, each file beside its compressed forms. */
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'));
// What else is set, by a test run say, would give a page with React's own checks in it, twice as slow.
process.env['NODE_ENV'] = 'production';
const built = (await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: folder, emptyOutDir: true },
})) as Rolldown.RolldownOutput;

for (const name of readdirSync(folder)) {
  // The page itself gets another nonce with every answer.
  if (name.endsWith('.html')) continue;
  const content = readFileSync(join(folder, name));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: parameters }));
}
const root = join(import.meta.dirname, '../../');
const modules = built.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
// Written last: a build that was broken off is not taken for a finished one. What it was made of is
// in it, for the licences.
writeFileSync(join(folder, '.built'), modules.map((id) => id.replace(root, '')).join('\n'));
