import { join } from 'node:path';
import { Pinned } from '../support.ts';
import { type Contender, freePort, SERVER_CORE } from './contender.ts';

const FLOOR = join(import.meta.dirname, '../floor.ts');

/** What `node:http` can take when nothing is done with what it takes. */
export function floor(folder: string): Contender {
  return {
    name: 'node:http',
    async start() {
      const port = await freePort();
      const parameters = [FLOOR, String(port)];
      const process = new Pinned(SERVER_CORE, folder, globalThis.process.execPath, parameters);
      await process.output(/listens/);
      return { process, port, streamPath: '', publishPath: '/api/webhook' };
    },
  };
}
