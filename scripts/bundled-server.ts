import { existsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type BuiltFile, buildServer, startThreads } from '../packages/server/build.ts';

/** The service as one program, and of what it was made. */
export interface ServerBundle {
  readonly program: string;
  readonly files: readonly BuiltFile[];
}

const PACKAGES = join(import.meta.dirname, '../packages');

/** A run starts hundreds of services and threads: what a start takes is what a run takes. */
export async function bundleServer(): Promise<ServerBundle> {
  const folder = join(tmpdir(), 'bundled/server/dist');
  const files = await buildServer(folder);
  // Stories see the page as it was built last, as they do from the sources.
  const home = join(folder, '../../home');
  if (!existsSync(home)) symlinkSync(join(PACKAGES, 'home'), home);
  process.env[PLACE] = folder;
  return { program: join(folder, 'main.mjs'), files };
}

/** In the environment of those who run tests, once there is a bundle. */
const PLACE = 'HOOKLINE_TEST_BUNDLE';

/**
 * Tests that run the archive in their own process start its threads from the bundle, too, if there
 * is one. Vitest keeps what it has transformed for the next run, which has another folder or none.
 */
export const threadsOfBundle: Plugin = startThreads(
  (name, source) =>
    `(process.env.${PLACE} ? new URL('file://' + process.env.${PLACE} + '/${name}.mjs') : ${source})`,
);
