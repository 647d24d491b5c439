import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import '@shopify/shopify-api/adapters/node';
import { Webhooks } from '@octokit/webhooks';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { createSHA256HMAC } from '@shopify/shopify-api/runtime';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config/load.ts';
import { signatures } from '../src/config/named-secrets.ts';
import { type Config, secretsIn } from '../src/config/properties.ts';
import { startLines } from '../src/start-report.ts';
import { runServer } from './support/running-server.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
/** Umlauts, a large number and a line break: all that is lost when somebody parses and rewrites. */
const BODY = '{"name":"Müller \\u00e4", "n":12345678901234567890,\n"x":1.0}';
const STANDARD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** Not base64, as Stripe's are not. */
const STRIPE = 'whsec_hK3vT9xQ2mZ7pL4wN8rB5';
/** As WooCommerce makes them up. */
const WOO = 'x,Y~4 =p<:>{z@';

type Sign = (body: string) => Promise<Record<string, string>> | Record<string, string>;

const gitHub =
  (secret: string): Sign =>
  async (body) => ({ 'x-hub-signature-256': await new Webhooks({ secret }).sign(body) });
const shopify =
  (secret: string): Sign =>
  async (body) => ({ 'x-shopify-hmac-sha256': await createSHA256HMAC(secret, body) });
const stripe =
  (secret: string, at = NOW): Sign =>
  (payload) => ({
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({
      ...{ payload, secret, timestamp: at / 1000 },
    }),
  });
const standard =
  (secret: string, id = 'msg_1'): Sign =>
  (body) => ({
    'webhook-id': id,
    'webhook-timestamp': String(NOW / 1000),
    'webhook-signature': new Webhook(secret).sign(id, new Date(NOW), body),
  });
/** There is no library of theirs for Node: `base64_encode(hash_hmac('sha256', $payload, $secret, true))`. */
const wooCommerce =
  (secret: string): Sign =>
  (body) => ({
    'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
  });

const SIGNATURES = [
  'shop=shopify:hush-shop',
  `pay=stripe:${STRIPE}`,
  `store=woocommerce:"${WOO}"`,
  'repo=github:hush-repo',
  `erp=standard:${STANDARD}`,
].join(',');

const SIGNED: readonly [name: string, sign: Sign][] = [
  ['shop', shopify('hush-shop')],
  ['pay', stripe(STRIPE)],
  ['store', wooCommerce(WOO)],
  ['repo', gitHub('hush-repo')],
  ['erp', standard(STANDARD)],
];

function configOf(properties: Record<string, string>): Config {
  const words = Object.entries(properties).map(([name, value]) => `--${name}=${value}`);
  const loaded = loadConfig([...words, '--app.server.port=0'], {}, () => '');
  if (loaded.wants !== 'run') throw new Error(JSON.stringify(loaded));
  return loaded.config;
}

const running = (properties: Record<string, string>) =>
  runServer(configOf(properties), { now: () => NOW });

async function outcome(answer: Response): Promise<string | number> {
  const { id, code } = (await answer.json()) as { id?: number; code?: string };
  return code ?? id ?? 0;
}

describe('[OP3] signatures belong to senders', () => {
  test('five systems and one without a signature at one URL, each known by name', async () => {
    const { post, archive } = await running({
      'app.webhook.signatures': SIGNATURES,
      'app.webhook.senders': 'tour=tour-token',
    });
    for (const [, sign] of SIGNED) {
      const answer = await post('/api/webhook/jobs', BODY, await sign(BODY));
      expect(answer.status).toBe(202);
    }
    const token = { 'x-webhook-token': 'tour-token' };
    expect((await post('/api/webhook/jobs', BODY, token)).status).toBe(202);
    expect(archive.senders).toEqual([...SIGNED.map(([name]) => name), 'tour']);
    expect(archive.stored.map(({ payload }) => payload)).toEqual(Array(6).fill(BODY));
  });

  test("what Shopify's own check takes for genuine is taken here, and nothing else", async () => {
    const { post } = await running({ 'app.webhook.signatures': SIGNATURES });
    const { webhooks } = shopifyApi({
      ...{ apiKey: 'k', apiSecretKey: 'hush-shop', hostName: 'office.example.com' },
      ...{ apiVersion: ApiVersion.January26, isEmbeddedApp: false, logger: { level: 0 } },
    });
    for (const body of [BODY, '{}', `${BODY} `]) {
      const headers = {
        ...(await shopify('hush-shop')(BODY)),
        'x-shopify-topic': 'orders/create',
        'x-shopify-shop-domain': 'shop.myshopify.com',
        'x-shopify-api-version': '2026-01',
        'x-shopify-webhook-id': crypto.randomUUID(),
      };
      const theirs = await webhooks.validate({
        rawBody: body,
        rawRequest: { method: 'POST', url: '/api/webhook/jobs', headers } as never,
        rawResponse: {} as never,
      });
      const { status } = await post('/api/webhook/jobs', body, headers);
      expect([status, theirs.valid]).toEqual(body === BODY ? [202, true] : [401, false]);
    }
  });

  test('on the long way too: compressed, which is undone before it is judged', async () => {
    const { post, archive } = await running({ 'app.webhook.signatures': SIGNATURES });
    for (const [, sign] of SIGNED) {
      const headers = { ...(await sign(BODY)), 'content-encoding': 'gzip' };
      const answer = await post('/api/webhook/jobs', new Uint8Array(gzipSync(BODY)), headers);
      expect(answer.status).toBe(202);
    }
    expect(archive.senders).toEqual(SIGNED.map(([name]) => name));
  });

  test('without tokens, who is not signed is refused, and told how to sign', async () => {
    const { post, url, archive } = await running({ 'app.webhook.signatures': SIGNATURES });
    const answer = await post('/api/webhook/jobs', BODY);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Signature realm="hookline"');
    expect(await answer.json()).toMatchObject({
      code: 'bad_signature',
      detail: expect.stringMatching(/not signed\..*Stripe-Signature, or X-Shopify-Hmac-SHA256/),
    });
    expect(archive.stored).toEqual([]);
    const { urls, senders } = await (await fetch(`${url}/api/sources`)).json();
    expect(senders).toEqual(SIGNED.map(([name]) => name));
    expect(urls[0]).toMatchObject({ needsToken: false, needsSignature: true });
  });

  test.each([
    ['another secret', shopify('hush-repo')],
    ['the secret of another sender, by its own scheme', gitHub('hush-shop')],
    ['another body', () => shopify('hush-shop')(`${BODY} `)],
    ['hex for base64', async () => ({ 'x-shopify-hmac-sha256': '0'.repeat(64) })],
    ['nothing', () => ({ 'x-shopify-hmac-sha256': '' })],
    [
      'a Stripe signature of zeros',
      () => ({ 'stripe-signature': `t=${NOW / 1000},v1=${'0'.repeat(64)}` }),
    ],
    ['a Stripe signature without a time', () => ({ 'stripe-signature': `v1=${'0'.repeat(64)}` })],
    [
      "Stripe's old scheme",
      async (body: string) => ({
        'stripe-signature': String((await stripe(STRIPE)(body))['stripe-signature']).replace(
          'v1=',
          'v0=',
        ),
      }),
    ],
    ['an old Stripe signature', stripe(STRIPE, NOW - 301_000)],
    ['a Stripe signature of the future', stripe(STRIPE, NOW + 301_000)],
    [
      'a right signature behind a wrong one of a stronger scheme',
      async (body: string) => ({
        ...(await gitHub('hush-repo')(body)),
        ...(await shopify('hush-repo')(body)),
      }),
    ],
  ] as [string, Sign][])('%s is refused', async (_what, sign) => {
    const { post, archive } = await running({ 'app.webhook.signatures': SIGNATURES });
    expect(await outcome(await post('/api/webhook/jobs', BODY, await sign(BODY)))).toBe(
      'bad_signature',
    );
    expect(archive.stored).toEqual([]);
  });

  test('a sender that has a token as well needs both', async () => {
    const { post, archive } = await running({
      'app.webhook.token': 'shared-token',
      'app.webhook.senders': 'shop=shop-token,tour=tour-token',
      'app.webhook.signatures': 'shop=shopify:hush-shop,repo=github:hush-repo',
    });
    const send = async (token: string | undefined, sign?: Sign) =>
      outcome(
        await post('/api/webhook/jobs', BODY, {
          ...(token && { 'x-webhook-token': token }),
          ...(await sign?.(BODY)),
        }),
      );
    const ours = shopify('hush-shop');
    expect(await send('shop-token')).toBe('bad_signature');
    expect(await send(undefined, ours)).toBe('unauthorized');
    expect(await send('shared-token', ours)).toBe('unauthorized');
    expect(await send('wrong', ours)).toBe('unauthorized');
    expect(await send(undefined)).toBe('unauthorized');
    expect(await send('shop-token', shopify('wrong'))).toBe('bad_signature');
    expect(await send('shop-token', gitHub('hush-repo'))).toBe('bad_signature');
    expect(archive.stored).toEqual([]);
    const taken: [string | null, string | undefined, Sign?][] = [
      ['shop', 'shop-token', ours],
      ['repo', undefined, gitHub('hush-repo')],
      ['repo', 'shared-token', gitHub('hush-repo')],
      [null, 'shared-token'],
      // Its token says who it is; what it signs with is nobody's business.
      ['tour', 'tour-token', gitHub('whatever')],
    ];
    for (const [, token, sign] of taken) expect(await send(token, sign)).toBeTypeOf('number');
    expect(archive.senders).toEqual(taken.map(([name]) => name));
  });

  test('the secret of a URL is one more way to sign there', async () => {
    const { post, archive } = await running({
      'app.webhook.secret.jobs': STANDARD,
      'app.webhook.signatures': 'shop=shopify:hush-shop',
    });
    const send = async (url: string, sign: Sign) =>
      outcome(await post(url, BODY, await sign(BODY)));
    expect(await send('/api/webhook/jobs', shopify('hush-shop'))).toBe(1);
    expect(await send('/api/webhook/jobs', standard(STANDARD))).toBe(2);
    expect(await send('/api/webhook/jobs', gitHub('hush-shop'))).toBe('bad_signature');
    expect(await send('/api/webhook', standard(STANDARD))).toBe('bad_signature');
    expect(archive.senders).toEqual(['shop', null]);
  });

  test('and no way around the token, where there is one', async () => {
    const { post } = await running({
      'app.webhook.token': 'shared-token',
      'app.webhook.secret.jobs': STANDARD,
      'app.webhook.signatures': `erp=standard:whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD`,
    });
    const headers = await standard(STANDARD)(BODY);
    expect(await outcome(await post('/api/webhook/jobs', BODY, headers))).toBe('unauthorized');
    const both = { ...headers, 'x-webhook-token': 'shared-token' };
    expect(await outcome(await post('/api/webhook/jobs', BODY, both))).toBe(1);
  });

  test('while a secret is changed, the old and the new one are right', async () => {
    const { post, archive } = await running({
      'app.webhook.signatures': 'repo=github:old-secret,repo=github:new-secret',
    });
    for (const secret of ['old-secret', 'new-secret']) {
      await post('/api/webhook', BODY, await gitHub(secret)(BODY));
    }
    expect(archive.senders).toEqual(['repo', 'repo']);
  });

  test('no secret and no signature shows up in answers, log, refusals or metrics', async () => {
    const { post, url, logLines } = await running({ 'app.webhook.signatures': SIGNATURES });
    const sent = await shopify('hush-repo')(BODY);
    const said = [
      await (await post('/api/webhook/jobs', BODY, sent)).text(),
      await (await post('/api/webhook/jobs/hush-shop', BODY, sent)).text(),
      await (await fetch(`${url}/api/webhook/rejections`)).text(),
      await (await fetch(`${url}/api/sources`)).text(),
      await (await fetch(`${url}/metrics`)).text(),
      logLines.join(''),
    ].join('\n');
    expect(said).toContain('bad_signature');
    for (const secret of ['hush-', STRIPE.slice(6), STANDARD.slice(6), Object.values(sent)[0]]) {
      expect(said).not.toContain(secret);
    }
  });
});

describe('[OP3] ids of deliveries are idempotency keys', () => {
  test.each([
    ['repo', 'x-github-delivery', 'X-GitHub-Delivery', gitHub('hush-repo')],
    ['shop', 'x-shopify-webhook-id', 'X-Shopify-Webhook-Id', shopify('hush-shop')],
  ] as [string, string, string, Sign][])(
    'of %s: the same one makes one event, and has one body',
    async (_name, header, spelled, sign) => {
      const { post, history } = await running({ 'app.webhook.signatures': SIGNATURES });
      const send = async (body: string, id: string) =>
        post('/api/webhook/jobs', body, { ...(await sign(body)), [header]: id });
      const receipt = await (await send(BODY, 'd-1')).text();
      const again = await send(BODY, 'd-1');
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await again.text()).toBe(receipt);
      const other = await send('{}', 'd-1');
      expect(other.status).toBe(422);
      expect((await other.json()).detail).toBe(
        `A request with the same ${spelled} had another body.`,
      );
      expect(await outcome(await send(BODY, 'd-2'))).toBe(2);
      expect(await history()).toHaveLength(2);
    },
  );

  test('two orders that WooCommerce sends in one second have one id, and are two', async () => {
    const { post, history } = await running({ 'app.webhook.signatures': SIGNATURES });
    const send = async (body: string) =>
      post('/api/webhook/jobs', body, {
        ...(await wooCommerce(WOO)(body)),
        'x-wc-webhook-delivery-id': 'c0ffee',
      });
    expect(await outcome(await send('{"id":1}'))).toBe(1);
    expect(await outcome(await send('{"id":2}'))).toBe(2);
    const again = await send('{"id":1}');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await history()).toHaveLength(2);
  });

  test('two hooks at GitHub tell of one event, each in its own words', async () => {
    const { post, history } = await running({});
    const send = (hook: string, body: string) =>
      post('/api/webhook', body, { 'x-github-delivery': 'd', 'x-github-hook-id': hook });
    await send('1', '{"hook":1}');
    await send('2', '{"hook":2}');
    await send('1', '{"hook":1}');
    expect(await history()).toHaveLength(2);
  });
});

describe('[OP3] app.webhook.signatures', () => {
  const read = (value: string) => signatures.parse(value);

  test('entries by comma or line break; a secret with a comma is in quotes', () => {
    expect(
      read('shop=shopify:a:b=c, pay = stripe : whsec_x \r\nstore=woocommerce:"d, e "'),
    ).toEqual([
      { name: 'shop', scheme: 'shopify', secret: 'a:b=c' },
      { name: 'pay', scheme: 'stripe', secret: 'whsec_x' },
      { name: 'store', scheme: 'woocommerce', secret: 'd, e ' },
    ]);
    expect(read(`erp=standard:${STANDARD} ${STANDARD}`)).toHaveLength(1);
  });

  test.each([
    ['shop=hush', 'entry 1: *** is not name=scheme:secret'],
    ['shop=shopify:hush,hush', 'entry 2: *** is not name=scheme:secret'],
    ['shop=shopfy:hush', 'entry 1: what stands before the : is no scheme; there are standard'],
    ['Shop=shopify:hush', 'entry 1: the name before = is not allowed'],
    ['jobs=shopify:hush', 'entry 1: jobs is what a URL is called'],
    ['shop=shopify:', 'entry 1: the secret behind the : is not allowed'],
    ['erp=standard:whsec_hush!', 'entry 1: the secret behind the : is not allowed'],
    ['a=github:hush,b=github:hush', 'entries 1 and 2: have the same secret'],
    ['a=github:1,a=github:2,a=github:3', 'a comes 3 times; 2 at most, while its secret is changed'],
    [',', 'has no entry'],
  ])('%j is one clear line, without the secret', (value, expected) => {
    const said = signatures.faults?.(value) ?? [];
    expect(said).toEqual([expect.stringContaining(expected)]);
    expect(said.join()).not.toContain('hush');
    expect(read(value)).toBeUndefined();
  });

  test('every secret is kept secret, and its sender can be watched for silence', () => {
    const config = configOf({
      'app.webhook.signatures': `shop=shopify:eins,erp=standard:${STANDARD}`,
      'app.webhook.silence': 'shop=30m',
    });
    expect(secretsIn(config)).toEqual(expect.arrayContaining(['eins', STANDARD]));
    const said = JSON.stringify(startLines({ ...config, 'app.server.host': '0.0.0.0' }, '', ''));
    expect(said).not.toContain('the webhook is open');
  });
});
