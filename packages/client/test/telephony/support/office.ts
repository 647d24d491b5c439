import { expect, onTestFinished } from 'vitest';
import { presetConfig } from '../../../../server/src/config/load.ts';
import { createServer } from '../../../../server/src/server.ts';
import { quickSchedule } from '../../../../server/test/support/quick-schedule.ts';
import { runServer } from '../../../../server/test/support/running-server.ts';
import {
  createTelephony,
  type PhoneBookProgress,
  type Telephony,
  type TelephonyOptions,
  type TelephonySnapshot,
} from '../../../src/telephony/index.ts';

export const BAKERY = '030 23125-101';
const MOCK = { 'app.profiles': ['mock' as const] };

export interface Office {
  readonly url: string;
  readonly socket: string;
  readonly port: number;
  send(method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

function office(url: string, port: number, stop: () => Promise<void>): Office {
  const send = (method: string, path: string, body?: unknown) =>
    fetch(url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { url, port, socket: `${url.replace('http', 'ws')}/ws`, send, stop };
}

/** A real server with the telephony mock and without an archive. */
export async function runOffice(port = 0, schedule = quickSchedule()): Promise<Office> {
  const config = { ...MOCK, 'app.server.port': port };
  const running = await runServer(config, { schedule });
  return office(running.url, running.port, () => running.server.stop());
}

/** The same with a real archive in a folder. */
export async function runOfficeWithArchive(folder: string, port = 0): Promise<Office> {
  const config = presetConfig({
    ...MOCK,
    'app.server.port': port,
    'app.log.level': 'error',
    'app.archive.url': `sqlite:${folder}/hookline.db`,
    'app.archive.spool-dir': `${folder}/spool`,
  });
  const server = createServer(config, { schedule: quickSchedule() });
  const url = await server.start();
  onTestFinished(() => server.stop());
  return office(url, Number(new URL(url).port), () => server.stop());
}

export interface Phone {
  readonly telephony: Telephony;
  /** Every progress a subscriber saw. */
  readonly progress: PhoneBookProgress[];
  now(): TelephonySnapshot;
  /** Waits without measuring: as long as the test may take. */
  until(condition: (snapshot: TelephonySnapshot) => boolean): Promise<void>;
}

/** A client whose history a test can look at; stopped when the test is over. */
export function phone(options: TelephonyOptions): Phone {
  const telephony = createTelephony({ report: false, ...options });
  onTestFinished(() => telephony.stop());
  const progress: PhoneBookProgress[] = [];
  telephony.subscribe(() => {
    const { progress: now } = telephony.getSnapshot();
    if (now && now !== progress.at(-1)) progress.push(now);
  });
  return {
    telephony,
    progress,
    now: () => telephony.getSnapshot(),
    until: (condition) =>
      expect.poll(() => condition(telephony.getSnapshot()), { interval: 10 }).toBe(true),
  };
}
