import { once } from 'node:events';
import type { PhoneCall, TelephonyAnswer } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Config } from '../../src/config/properties.ts';
import type { Overrides } from '../../src/parts.ts';
import type { Schedule } from '../../src/telephony/schedule.ts';
import { STOCK } from '../../src/telephony/systems/mock/stock.ts';
import { type RunningServer, runServer } from '../support/running-server.ts';

const RULES = new PhoneRules({ country: 'DE' });
/** The stock as it is told: each entry with its line. */
export const TOLD_STOCK = STOCK.map((entry) => ({ ...entry, line: RULES.read(entry.number).key }));

/** Things happen when the test says so, in their order. */
export function manual(): Schedule & { next(): void } {
  const waiting: (() => void)[] = [];
  return {
    after(_milliseconds, run) {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
    next: () => waiting.shift()?.(),
  };
}

/** Nothing happens by itself. */
export const never: Schedule = { after: () => () => {} };

export interface Frame {
  readonly event?: string;
  readonly seq?: number;
  readonly timestamp?: string;
  readonly data?: unknown;
  readonly id?: TelephonyAnswer['id'];
}

/** A client of a telephone system that keeps every frame it got. */
export class TelephonyClient {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly #waiting = new Set<() => void>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as Frame);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    });
    socket.on('error', () => {});
  }

  async frame(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async event(name: string, fits: (call: PhoneCall) => boolean = () => true): Promise<PhoneCall> {
    const { data } = await this.frame(
      (frame) => frame.event === name && fits(frame.data as PhoneCall),
    );
    return data as PhoneCall;
  }

  async ask(command: string, params?: object): Promise<TelephonyAnswer> {
    const id = String(++this.#last);
    this.socket.send(JSON.stringify({ id, command, ...(params && { params }) }));
    return (await this.frame((frame) => frame.id === id)) as TelephonyAnswer;
  }

  async result<T>(command: string, params?: object): Promise<T> {
    const answer = await this.ask(command, params);
    if (!answer.ok) throw new Error(`${command}: ${JSON.stringify(answer.error)}`);
    return answer.result as T;
  }

  /** What was told about calls so far: `ringing`, `connected` … */
  told(): string[] {
    return this.frames.flatMap(({ event }) =>
      event?.startsWith('call.') ? [event.slice('call.'.length)] : [],
    );
  }
}

/** A page's line to the telephone system, once it is greeted. */
export async function connectTo(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TelephonyClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  const client = new TelephonyClient(socket);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  await client.frame(({ event }) => event === 'hello');
  return client;
}

export interface RunningMock extends RunningServer {
  connect(): Promise<TelephonyClient>;
  call(body: object): Promise<PhoneCall>;
}

export async function runMock(
  config: Partial<Config> = {},
  overrides: Overrides = {},
): Promise<RunningMock> {
  const server = await runServer(
    { 'app.profiles': ['mock'], ...config },
    { schedule: never, ...overrides },
  );
  return {
    ...server,
    connect: () => connectTo(server.port, '/ws'),
    call: async (body) =>
      (await server.post('/api/mock/calls', JSON.stringify(body))).json() as Promise<PhoneCall>,
  };
}
