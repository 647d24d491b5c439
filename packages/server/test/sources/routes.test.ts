import { REFUSAL_ADVICE, type Sources } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { type RunningServer, runServer } from '../support/running-server.ts';

const sourcesOf = async ({ url }: RunningServer): Promise<Sources> =>
  (await fetch(`${url}/api/sources`)).json();

describe('[DI5] GET /api/sources', () => {
  test('names what is configured before anything has come, and no token', async () => {
    const server = await runServer({
      'app.webhook.senders': [{ name: 'erp', token: 'geheim' }],
      'app.webhook.secret.jobs': 'geheim-auch',
      'app.time-zone': 'Europe/Berlin',
    });
    const told = await sourcesOf(server);
    expect(told).toMatchObject({
      timeZone: 'Europe/Berlin',
      firstEventAt: null,
      hasArchive: true,
      senders: ['erp'],
      sources: [{ sender: 'erp', url: null, lastEventAt: null, today: 0, refusals: [] }],
      silence: [],
    });
    expect(told.urls).toEqual([
      { url: 'kunden', path: '/api/webhook/kunden', needsToken: true, needsSignature: false },
      { url: 'kuriere', path: '/api/webhook/kuriere', needsToken: true, needsSignature: false },
      { url: 'jobs', path: '/api/webhook/jobs', needsToken: true, needsSignature: true },
      { url: 'generic', path: '/api/webhook', needsToken: true, needsSignature: false },
    ]);
    expect(JSON.stringify(told)).not.toContain('geheim');
  });

  test('says in plain words why something was refused, and never what was sent', async () => {
    const server = await runServer({ 'app.webhook.max-bytes': 60 });
    const form = 'application/x-www-form-urlencoded';
    const sent: [cause: keyof typeof REFUSAL_ADVICE, body: BodyInit, type: string][] = [
      ['form_data', 'kunde=Geheim', form],
      ['not_json', '{"kunde":"Geheim",', form],
      ['not_json', 'Geheim', 'application/json'],
      ['xml', '<kunde>Geheim</kunde>', 'text/xml'],
      ['empty', '', 'application/json'],
      ['not_utf8', new Uint8Array([0xff]), 'application/json'],
      ['too_large', `"${'Geheim'.repeat(20)}"`, 'application/json'],
    ];
    for (const [cause, body, type] of sent) {
      await server.post('/api/webhook/kunden', body, { 'content-type': type });
      const [source] = (await sourcesOf(server)).sources;
      expect(source?.refusals[0]).toMatchObject({ cause, advice: REFUSAL_ADVICE[cause] });
    }
    const text = JSON.stringify(await sourcesOf(server));
    expect(text).not.toContain('Geheim');
    expect((await sourcesOf(server)).sources).toHaveLength(1);
  });

  test('tells a missing token from a wrong one, and a missing signature', async () => {
    const server = await runServer({
      'app.webhook.token': 'geheim',
      'app.webhook.secret.jobs': 'x',
    });
    await server.post('/api/webhook', '{}');
    await server.post('/api/webhook', '{}', { 'x-webhook-token': 'falsch' });
    await server.post('/api/webhook/jobs', '{}', { 'x-webhook-token': 'geheim' });
    const { sources } = await sourcesOf(server);
    expect(
      sources.map(({ url, refusals }) => [url, ...refusals.map(({ cause }) => cause)]),
    ).toEqual([
      ['jobs', 'signature_missing'],
      ['generic', 'token_wrong', 'token_missing'],
    ]);
  });
});

describe('[DI6] silence', () => {
  const MINUTE = 60_000;

  test('shows in /readyz, the metrics and the log, and clears by itself', async () => {
    let now = Date.parse('2026-03-09T11:00:00.000Z');
    const server = await runServer(
      { 'app.webhook.silence': { jobs: 30 * MINUTE } },
      { now: () => now },
    );
    const { url, post, logLines } = server;
    const ready = async () => (await fetch(`${url}/readyz`)).json();
    const metric = async () =>
      /^hookline_source_silent\{source="jobs"\} (\d)$/m.exec(
        await (await fetch(`${url}/metrics`)).text(),
      )?.[1];
    expect(await ready()).toMatchObject({ status: 'ready', concerns: [] });
    now += 65 * MINUTE;
    expect(await ready()).toMatchObject({
      status: 'degraded',
      reasons: ['nothing from jobs for 1 h 5 min'],
      concerns: ['silence'],
    });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await metric()).toBe('1');
    await post('/api/webhook/kunden', '{}');
    expect(await metric()).toBe('1');
    await post('/api/webhook/jobs', '{}');
    expect(await ready()).toMatchObject({ status: 'ready', concerns: [] });
    expect(await metric()).toBe('0');
    const said = logLines.map((line) => JSON.parse(line).msg).filter((text) => /source/.test(text));
    expect(said).toEqual(['a source is silent', 'a source is heard again']);
  });

  test('is that of who has sent there, not of who has only been refused', async () => {
    let now = Date.parse('2026-03-09T11:00:00.000Z');
    const server = await runServer(
      {
        'app.webhook.senders': [{ name: 'erp', token: 'geheim' }],
        'app.webhook.silence': { jobs: 30 * MINUTE },
      },
      { now: () => now },
    );
    await server.post('/api/webhook/jobs', '{}', { 'x-webhook-token': 'geheim' });
    await server.post('/api/webhook/jobs', '{}');
    now += 31 * MINUTE;
    const { sources } = await sourcesOf(server);
    expect(sources.map(({ sender, isSilent }) => [sender, isSilent])).toEqual([
      ['erp', true],
      [null, false],
    ]);
  });

  test('without the property nothing is told of it', async () => {
    const { url } = await runServer();
    expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('hookline_source_silent');
  });
});

describe('[DI7] POST /api/sources/test', () => {
  test('sends a marked event that counts as nobody’s', async () => {
    const server = await runServer({
      'app.webhook.token': 'geheim',
      'app.webhook.silence': { generic: 60_000 },
    });
    const { url, history, archive } = server;
    const answer = await fetch(`${url}/api/sources/test`, { method: 'POST' });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ id: 1, channel: null });
    expect(await history()).toMatchObject([
      { id: 1, channel: null, payload: { hookline: 'test' } },
    ]);
    expect(archive.stored).toHaveLength(1);
    expect(await sourcesOf(server)).toMatchObject({
      firstEventAt: null,
      sources: [],
      silence: [{ lastEventAt: null }],
    });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).not.toMatch(/^hookline_webhooks_accepted_total\{/m);
  });

  test('is for readers: a stranger does not get past the token of the webhook', async () => {
    const { url } = await runServer({
      'app.webhook.token': 'geheim',
      'app.access.token': 'leser',
    });
    const test = (headers: Record<string, string>) =>
      fetch(`${url}/api/sources/test`, { method: 'POST', headers });
    expect((await test({})).status).toBe(401);
    expect((await test({ authorization: 'Bearer geheim' })).status).toBe(401);
    expect((await test({ authorization: 'Bearer leser' })).status).toBe(202);
    const foreign = { authorization: 'Bearer leser', 'sec-fetch-site': 'cross-site' };
    expect((await test(foreign)).status).toBe(403);
  });
});
