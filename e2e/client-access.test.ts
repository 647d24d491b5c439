import { type LiveEvents, liveEvents } from 'hookline-client';
import { expect, onTestFinished, test } from 'vitest';
import { startService, temporaryFolder } from './support/service.ts';

const TOKEN = 'reader-token-0123456789abcdef';
const closed = () => [
  '--app.access.password=geheim',
  `--app.access.token=${TOKEN}`,
  `--app.access.ended-sessions=${temporaryFolder()}/ended`,
];

function follow(baseUrl: string, headers: Record<string, string>): LiveEvents {
  const live = liveEvents({ baseUrl, headers });
  onTestFinished(() => live.stop());
  return live;
}
const becomes = (live: LiveEvents, state: string) =>
  expect.poll(() => live.getSnapshot().state).toBe(state);

test('[SE1] [CL5] a program with the token is live, one without is told that it may not', async () => {
  const { url, post } = await startService(closed());
  const live = follow(url, { authorization: `Bearer ${TOKEN}` });
  await becomes(live, 'live');
  await post('/api/webhook', '{"n":1}');
  await expect.poll(() => live.events.length).toBe(1);
  for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
    const stranger = follow(url, headers);
    await becomes(stranger, 'unauthorised');
    expect(stranger.getSnapshot()).toMatchObject({ status: 401, events: [] });
  }
});

test('[SE1] [CL5] a session that is logged out is told so on its open stream', async () => {
  const { url } = await startService(closed());
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    body: '{"password":"geheim"}',
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const live = follow(url, { cookie });
  await becomes(live, 'live');
  await fetch(`${url}/api/session`, { method: 'DELETE', headers: { cookie } });
  await becomes(live, 'unauthorised');
});
