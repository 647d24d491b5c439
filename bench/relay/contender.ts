import type { Pinned } from '../support.ts';

/** Server on one core, load on the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** A server that is to be measured, as a process of its own. */
export interface Contender {
  readonly name: string;
  start(): Promise<RunningServer>;
}

export interface RunningServer {
  readonly process: Pinned;
  readonly port: number;
  readonly streamPath: string;
  readonly publishPath: string;
}

/** Starts it, lets something be done with it, and ends it whatever comes of that. */
export async function withServer<T>(
  contender: Contender,
  use: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const server = await contender.start();
  try {
    return await use(server);
  } finally {
    await server.process.stop();
  }
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
