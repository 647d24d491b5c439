import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EndedSessionsFile } from '../../src/access/sessions.ts';
import { LOGGED_IN_AT } from '../archive/earlier/made-up-day.ts';
import { VERSION_NAMES } from '../archive/earlier/versions.ts';
import { leftoversOf } from '../support/earlier-archive.ts';
import { runClosed, temporaryFolder } from './closed-server.ts';

const HOUR = 3_600_000;

test('[SE1] who was logged in before an upgrade still is, and who had logged out is not', async () => {
  const file = join(temporaryFolder(), 'ended');
  const left = VERSION_NAMES.map((version) => ({ version, ...leftoversOf(version) }));
  writeFileSync(file, left.map(({ endedSessions }) => endedSessions).join(''));
  let now = LOGGED_IN_AT + HOUR;
  const { url } = await runClosed({ 'app.access.ended-sessions': file }, { now: () => now });
  const statusWith = async (cookie: string) =>
    (await fetch(`${url}/api/webhook/history`, { headers: { cookie } })).status;
  for (const { version, cookie, endedCookie } of left) {
    expect(await statusWith(cookie), version).toBe(200);
    expect(await statusWith(endedCookie), version).toBe(401);
  }
  now += 12 * HOUR;
  for (const { version, cookie } of left) expect(await statusWith(cookie), version).toBe(401);
});

test('[SE1] log-outs that a newer version has noted in its own way stay noted for it', () => {
  const file = join(temporaryFolder(), 'ended');
  const later = '{"id":"of-later","until":"2030-01-01"}';
  writeFileSync(file, `over 1000\nknown 5000\n${later}\n`);
  const onFailure = (error: unknown) => expect.fail(String(error));
  const ended = new EndedSessionsFile({ file, now: () => 2000, onFailure });
  expect([ended.has('over'), ended.has('known')]).toEqual([false, true]);
  expect(readFileSync(file, 'utf8')).toBe(`known 5000\n${later}\n`);
});
