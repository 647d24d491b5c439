import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { presetConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/properties.ts';
import { createLog } from '../../src/observe/log.ts';
import type { Overrides } from '../../src/parts.ts';
import { createServer, type Server } from '../../src/server.ts';
import { ArchiveDouble } from './archive-double.ts';
import type { WhenOver } from './database.ts';

export interface RunningServer {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  readonly archive: ArchiveDouble;
  /** Every log line so far. */
  readonly logLines: string[];
  post(path: string, body?: BodyInit, headers?: Record<string, string>): Promise<Response>;
  history(): Promise<{ id: number; payload: unknown; channel: string | null }[]>;
}

/** A real server on a free port, with the archive replaced; stopped when the test is over. */
export async function runServer(
  config: Partial<Config> = {},
  overrides: Overrides = {},
  whenOver: WhenOver = onTestFinished,
): Promise<RunningServer> {
  const archive = ArchiveDouble.with({});
  const logLines: string[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const { log } = createLog(presetConfig(config), { to: lines });
  const server = createServer(presetConfig({ 'app.server.port': 0, ...config }), {
    archive,
    log,
    ...overrides,
  });
  const url = await server.start();
  whenOver(() => server.stop());
  const { port } = server.app.server.address() as AddressInfo;
  return {
    server,
    url,
    port,
    archive,
    logLines,
    post: (path, body, headers) =>
      fetch(url + path, {
        method: 'POST',
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
      }),
    history: async () => (await fetch(`${url}/api/webhook/history`)).json(),
  };
}
