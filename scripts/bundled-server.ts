import { mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { TestProject } from 'vitest/node';
import { type BuiltFile, buildServer, startThreads } from '../packages/server/build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The service as one program. */
    serverProgram: string;
    /** Of what it was made. */
    serverFiles: BuiltFile[];
  }
}

const PACKAGES = join(import.meta.dirname, '../packages');
/** Within the temporary folder of the run. */
const FOLDER = 'bundled/server/dist';

/** A run starts hundreds of services and threads: what a start takes is what a run takes. */
export default async function setup(project: TestProject): Promise<void> {
  const folder = join(tmpdir(), FOLDER);
  project.provide('serverFiles', await buildServer(folder));
  // Stories see the page as it was built last, as they do from the sources.
  const home = join(folder, '../../home');
  mkdirSync(dirname(home), { recursive: true });
  symlinkSync(join(PACKAGES, 'home'), home);
  project.provide('serverProgram', join(folder, 'main.mjs'));
}

/**
 * Tests that run the archive in their own process start its threads from the bundle, too. Vitest
 * keeps what it has transformed for the next run, which has another folder.
 */
export const threadsOfBundle: Plugin = startThreads(
  (name) => `new URL('file://' + process.env['TMPDIR'] + '/${FOLDER}/${name}.mjs')`,
);
