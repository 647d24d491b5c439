import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Pinned } from '../support.ts';
import { type Contender, SERVER_CORE } from './contender.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As `npm start` has it: built, and with its compiled code kept. */
export const MAIN = join(ROOT, 'packages/server/dist/main.mjs');
export const CACHE = `NODE_COMPILE_CACHE=${join(ROOT, 'node_modules/.cache/node-compile')}`;

/** Hookline as it comes, with a new database; `parameters` change that. */
export function hookline(folder: string, ...parameters: string[]): Contender {
  return {
    name: 'Hookline',
    async start() {
      const process = new Pinned(SERVER_CORE, folder, 'env', [
        CACHE,
        globalThis.process.execPath,
        MAIN,
        '--app.server.port=0',
        `--app.archive.url=sqlite:${join(folder, `${randomUUID()}.db`)}`,
        `--app.archive.spool-dir=${join(folder, randomUUID())}`,
        `--app.access.ended-sessions=${join(folder, 'ended-sessions')}`,
        ...parameters,
      ]);
      const [, port] = await process.output(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
      return {
        process,
        port: Number(port),
        streamPath: '/api/webhook/events',
        publishPath: '/api/webhook',
      };
    },
  };
}
