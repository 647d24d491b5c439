import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Webhooks } from '@octokit/webhooks';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signingSecret } from '../src/config/kinds/kinds.ts';
import { presetConfig } from '../src/config/load.ts';
import type { Config } from '../src/config/properties.ts';
import { startLines } from '../src/start-report.ts';
import { type RunningServer, runServer } from './support/running-server.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const PLAIN = 'kein Geheimnis für jeden';
const NOW = Date.parse('2026-03-01T12:00:00Z');
/** Umlauts, a large number and a line break: all that is lost when somebody parses and rewrites. */
const BODY = '{"name":"Müller \\u00e4", "n":12345678901234567890,\n"x":1.0}';

function standard(body: string, secret = SECRET, at = NOW, id = 'msg_1'): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(at), body),
  };
}

async function gitHub(body: string, secret: string): Promise<Record<string, string>> {
  return { 'x-hub-signature-256': await new Webhooks({ secret }).sign(body) };
}

const signed = (secret = SECRET) =>
  runServer({ 'app.webhook.secret.jobs': secret }, { now: () => NOW });

async function refused({ post, history }: RunningServer, headers: Record<string, string>) {
  const answer = await post('/api/webhook/jobs', BODY, headers);
  expect(answer.status, JSON.stringify(headers)).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Signature realm="hookline"');
  const problem = await answer.json();
  expect(problem).toMatchObject({ code: 'bad_signature', type: '/docs#bad_signature' });
  expect(await history()).toEqual([]);
  return problem.detail as string;
}

describe('[IN9] what the official packages sign is accepted', () => {
  test('standardwebhooks', async () => {
    const { post, history } = await signed();
    const answer = await post('/api/webhook/jobs', BODY, standard(BODY));
    expect(answer.status).toBe(202);
    expect(await history()).toMatchObject([{ id: 1, channel: 'jobs' }]);
  });

  test('standardwebhooks with a secret that is plain text', async () => {
    const { post } = await signed('plain-secret');
    const at = new Date(NOW);
    const signature = new Webhook('plain-secret', { format: 'raw' }).sign('msg_1', at, BODY);
    const headers = { ...standard(BODY), 'webhook-signature': signature };
    expect((await post('/api/webhook/jobs', BODY, headers)).status).toBe(202);
  });

  test.each([PLAIN, SECRET])('@octokit/webhooks with the secret %s', async (secret) => {
    const { post } = await signed(secret);
    expect((await post('/api/webhook/jobs', BODY, await gitHub(BODY, secret))).status).toBe(202);
  });

  test("GitHub's signature with the bytes of a whsec_ secret", async () => {
    const { post } = await signed();
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    const hex = createHmac('sha256', key).update(BODY).digest('hex').toUpperCase();
    const headers = { 'x-hub-signature-256': `sha256=${hex}` };
    expect((await post('/api/webhook/jobs', BODY, headers)).status).toBe(202);
  });

  test('the signature is of the decoded body: senders sign before they compress', async () => {
    const { post } = await signed();
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(BODY)],
      ['br', brotliCompressSync(BODY)],
    ] as const) {
      const headers = standard(BODY, SECRET, NOW, encoding);
      headers['content-encoding'] = encoding;
      expect((await post('/api/webhook/jobs', new Uint8Array(bytes), headers)).status).toBe(202);
    }
  });

  test('a BOM and surrounding white space belong to what is signed', async () => {
    const { post } = await signed();
    const body = `\ufeff ${BODY}\r\n`;
    expect((await post('/api/webhook/jobs', body, standard(body))).status).toBe(202);
  });
});

describe('[IN9] rotation', () => {
  test('one right signature among several is enough, unknown versions are passed over', async () => {
    const { post } = await signed();
    const headers = standard(BODY);
    const wrong = standard(BODY, OTHER)['webhook-signature'];
    headers['webhook-signature'] = `v1a,AAAA ${wrong} v2,xyz ${headers['webhook-signature']}`;
    expect((await post('/api/webhook/jobs', BODY, headers)).status).toBe(202);
  });

  test('the receiver can have the old and the new secret', async () => {
    const { post } = await signed(`${SECRET} ${OTHER}`);
    for (const [turn, secret] of [SECRET, OTHER].entries()) {
      const headers = standard(BODY, secret, NOW, `msg_${turn}`);
      expect((await post('/api/webhook/jobs', BODY, headers)).status).toBe(202);
      expect((await post('/api/webhook/jobs', BODY, await gitHub(BODY, secret))).status).toBe(202);
    }
  });
});

describe('[IN9] what is refused', () => {
  test('a request without a signature, whatever its body is', async () => {
    const server = await signed();
    expect(await refused(server, {})).toContain('is not signed');
    expect((await server.post('/api/webhook/jobs', '{')).status).toBe(401);
    expect((await server.post('/api/webhook/jobs', '')).status).toBe(401);
  });

  test('it is refused before its body has come', async () => {
    const { port } = await signed();
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      'POST /api/webhook/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{',
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.each([
    ['another secret', standard(BODY, OTHER)],
    ['another body', standard(`${BODY} `)],
    ['another id', { ...standard(BODY), 'webhook-id': 'msg_2' }],
    ['another time', { ...standard(BODY), 'webhook-timestamp': String(NOW / 1000 + 1) }],
    ['no id', { ...standard(BODY), 'webhook-id': '' }],
    ['an id with a full stop', standard(BODY, SECRET, NOW, 'a.1')],
    ['no time', { ...standard(BODY), 'webhook-timestamp': '' }],
    ['a time that is none', { ...standard(BODY), 'webhook-timestamp': `${NOW / 1000}x` }],
    ['an empty signature', { ...standard(BODY), 'webhook-signature': '' }],
    ['half a signature', { ...standard(BODY), 'webhook-signature': 'v1,AAAA' }],
    ['a bare signature', { ...standard(BODY), 'webhook-signature': `${'A'.repeat(43)}=` }],
    ['an empty GitHub signature', { 'x-hub-signature-256': '' }],
    ['half a GitHub signature', { 'x-hub-signature-256': 'sha256=00' }],
    ['a GitHub signature of zeros', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }],
    ["GitHub's old SHA-1 signature", { 'x-hub-signature': `sha1=${'0'.repeat(40)}` }],
  ])('%s', async (_what, headers) => {
    await refused(await signed(), headers);
  });

  test('a right GitHub signature does not help a wrong Standard Webhooks one', async () => {
    const headers = { ...standard(BODY, OTHER), ...(await gitHub(BODY, SECRET)) };
    await refused(await signed(), headers);
  });

  test.each([-300, 300])('a time %i s away is within the tolerance', async (seconds) => {
    const { post } = await signed();
    const headers = standard(BODY, SECRET, NOW + seconds * 1000);
    expect((await post('/api/webhook/jobs', BODY, headers)).status).toBe(202);
  });

  test.each([-301, 301])('a time %i s away is not, with any signature alike', async (seconds) => {
    const server = await signed();
    const at = NOW + seconds * 1000;
    const right = await refused(server, standard(BODY, SECRET, at));
    const wrong = await refused(server, standard(BODY, OTHER, at));
    expect(right).toContain('5 minutes');
    expect(wrong).toBe(right);
  });
});

test('[IN9] every URL has a secret of its own', async () => {
  const config = {
    'app.webhook.secret.kunden': SECRET,
    'app.webhook.secret.generic': OTHER,
    'app.webhook.secret.kuriere': PLAIN,
  };
  const { post } = await runServer(config, { now: () => NOW });
  const kuriere = await gitHub(BODY, PLAIN);
  const ways: [string, Record<string, string>, number][] = [
    ['/api/webhook/kunden', standard(BODY), 202],
    ['/api/webhook/kunden', standard(BODY, OTHER), 401],
    ['/api/webhook', standard(BODY, OTHER), 202],
    ['/api/webhook', standard(BODY), 401],
    ['/api/webhook/kuriere', kuriere, 202],
    ['/api/webhook/kunden', kuriere, 401],
    ['/api/webhook/jobs', {}, 202],
  ];
  for (const [path, headers, status] of ways) {
    expect((await post(path, BODY, headers)).status, path).toBe(status);
  }
});

test('[IN9] token and signature are both needed when both are set', async () => {
  const config = { 'app.webhook.secret.jobs': SECRET, 'app.webhook.token': 'T' };
  const { post } = await runServer(config, { now: () => NOW });
  const token = { 'x-webhook-token': 'T' };
  const send = async (headers: Record<string, string>) =>
    (await (await post('/api/webhook/jobs', BODY, headers)).json()).code;
  expect(await send(standard(BODY))).toBe('unauthorized');
  expect(await send(token)).toBe('bad_signature');
  expect(await send({ ...token, ...standard(BODY) })).toBeUndefined();
});

test('[IN9] neither secret nor signature shows up in answers, log, refusals or metrics', async () => {
  const { post, url, logLines } = await signed();
  const headers = standard(BODY, OTHER);
  const answers = [
    await (await post('/api/webhook/jobs', BODY, headers)).text(),
    await (await fetch(`${url}/api/webhook/rejections`)).text(),
    await (await fetch(`${url}/metrics`)).text(),
    logLines.join(''),
  ].join('\n');
  expect(answers).toContain('bad_signature');
  for (const secret of [SECRET, headers['webhook-signature'] ?? '']) {
    expect(answers).not.toContain(secret.slice(6, 16));
  }
});

test('[CF2] a signing secret is base64 after whsec_, or any text', () => {
  const good = [
    SECRET,
    `${SECRET} ${OTHER}`,
    'x',
    PLAIN,
    '0123',
    'whse_c',
    'whsec_QQ',
    'whsec_QQ==',
  ];
  for (const text of good) expect(signingSecret.parse(text), text).toBe(text);
  const bad = [
    'whsec_',
    'whsec_$$',
    `${SECRET},${OTHER}`,
    `${SECRET} x`,
    'x\n',
    ' x',
    'x ',
    'a\tb',
  ];
  for (const text of bad) expect(signingSecret.parse(text), text).toBeUndefined();
});

test('[CF3] the start warns of an open webhook as long as one URL takes anything', () => {
  const secrets = {
    'app.webhook.secret.kunden': SECRET,
    'app.webhook.secret.kuriere': SECRET,
    'app.webhook.secret.jobs': SECRET,
  };
  const said = (changes: Partial<Config>) => {
    const config = presetConfig({ 'app.server.host': '0.0.0.0', ...changes });
    return JSON.stringify(startLines(config, 'http://0.0.0.0:8080', 'off'));
  };
  expect(said(secrets)).toContain('the webhook is open');
  const all = { ...secrets, 'app.webhook.secret.generic': SECRET };
  expect(said(all)).not.toContain('the webhook is open');
});
