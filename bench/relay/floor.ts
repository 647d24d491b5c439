import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { Pinned } from '../support.ts';
import { type Contender, SERVER_CORE } from './contender.ts';

/** What `node:http` can take when nothing is done with what it takes. */
export const intakeFloor = (folder: string) => bare('node:http', folder, 'intake-floor.ts');

/** What Node's sockets can give out when nothing else is done. */
export const fanOutFloor = (folder: string) => bare('socket.write', folder, 'fan-out-floor.ts');

function bare(name: string, folder: string, file: string): Contender {
  return {
    name,
    async start() {
      const port = await freePort();
      const parameters = [join(import.meta.dirname, '..', file), String(port)];
      const process = new Pinned(SERVER_CORE, folder, globalThis.process.execPath, parameters);
      await process.output(/listens/);
      return { process, port, streamPath: '/', publishPath: '/api/webhook' };
    },
  };
}
