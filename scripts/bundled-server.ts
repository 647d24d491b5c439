import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The service as one program. */
    serverProgram: string;
  }
}

const SERVER = join(import.meta.dirname, '../packages/server/src');
/** Within the temporary folder of the run. */
const FOLDER = 'server';
const THREADS = ['writer-thread', 'reader-thread'];

/**
 * A run starts hundreds of services and threads, and most of what a start takes is finding and
 * reading a thousand small files: from a few large ones it takes a third.
 */
export default async function setup(project: TestProject): Promise<void> {
  const folder = join(tmpdir(), FOLDER);
  const bundle = await rolldown({
    input: [
      join(SERVER, 'main.ts'),
      ...THREADS.map((name) => join(SERVER, `archive/threads/${name}.ts`)),
    ],
    platform: 'node',
    plugins: [
      startThreads((name) => `new URL('./${name}.mjs', import.meta.url)`),
      {
        name: 'files-stay-where-they-are',
        transform(code, id) {
          if (!id.startsWith(SERVER)) return;
          return code
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
            .replaceAll(/(?<!mjs', )import\.meta\.url/g, JSON.stringify(pathToFileURL(id)));
        },
      },
    ],
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  project.provide('serverProgram', join(folder, 'main.mjs'));
}

/**
 * Tests that run the archive in their own process start its threads from the bundle, too. Vitest
 * keeps what it has transformed for the next run, which has another folder.
 */
export const threadsOfBundle: Plugin = startThreads(
  (name) => `new URL('file://' + process.env['TMPDIR'] + '/${FOLDER}/${name}.mjs')`,
);

function startThreads(url: (name: string) => string) {
  return {
    name: 'threads-of-the-bundle',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.endsWith('/thread-archive.ts')) return;
      return THREADS.reduce(
        (text, name) => text.replace(`new URL('./threads/${name}.ts', import.meta.url)`, url(name)),
        code,
      );
    },
  };
}
