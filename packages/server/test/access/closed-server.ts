import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import type { Overrides } from '../../src/parts.ts';
import { type RunningServer, runServer } from '../support/running-server.ts';

export const PASSWORD = 'Straße 7: früh um fünf';
/** The hash of it, made with the least effort. */
export const HASH = 'scrypt:16:1:1:bm90IHNvIHNhbHR5ISE:IQrsU47KRHKgvLHTw399hLom9qc6s9NwMb1EpSgH1Q8';
export const TOKEN = 'reader-token-0123456789abcdef';

export interface ClosedServer extends RunningServer {
  logIn(password?: string): Promise<Response>;
  /** What a browser sends after it has logged in. */
  cookie(): Promise<string>;
}

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server with password and token. */
export async function runClosed(
  config: Partial<Config> = {},
  overrides: Overrides = {},
): Promise<ClosedServer> {
  const running = await runServer(
    {
      'app.access.password': HASH,
      'app.access.token': TOKEN,
      'app.access.ended-sessions': join(temporaryFolder(), 'ended'),
      ...config,
    },
    overrides,
  );
  const logIn = (password = PASSWORD) => running.post('/api/session', JSON.stringify({ password }));
  return { ...running, logIn, cookie: async () => cookieOf(await logIn()) };
}

/** The part of `Set-Cookie` that a browser sends back. */
export function cookieOf(answer: Response): string {
  const [cookie = ''] = answer.headers.getSetCookie();
  return cookie.split(';', 1)[0] ?? '';
}
