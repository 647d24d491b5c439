import type { Browser, BrowserContext } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { HASH, PASSWORD } from '../packages/server/test/access/closed-server.ts';
import { sharedBrowser } from './support/browser.ts';
import { servePages } from './support/page-server.ts';
import { type Service, startService, temporaryFolder } from './support/service.ts';
import { sharedService } from './support/shared-service.ts';

const TOKEN = 'reader-token-0123456789abcdef';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** An empty page of somebody else, to run things in. */
const foreignPort = () =>
  servePages((path) =>
    path === '/page' ? { type: 'text/html', body: '<!doctype html><title>x</title>' } : undefined,
  );

interface Outcome {
  readonly sent: Record<string, string>;
  readonly read: Record<string, string>;
}

/** Everything that a page of another origin can try with the browser of its visitor. */
async function attack(context: BrowserContext, from: string, url: string): Promise<Outcome> {
  const page = await context.newPage();
  onTestFinished(() => page.close());
  await page.goto(from);
  return page.evaluate(async (target) => {
    const credentials = 'include';
    const told = (attempt: Promise<unknown>) =>
      attempt.then(
        (value) => String(value),
        (error: Error) => error.name,
      );
    const loads = (tag: 'script' | 'img' | 'link', path: string) =>
      new Promise<string>((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('failed');
        if (element instanceof HTMLLinkElement) {
          element.rel = 'stylesheet';
          element.href = target + path;
        } else element.src = target + path;
        document.body.append(element);
      });
    const post = (path: string, init: RequestInit) =>
      told(fetch(target + path, { method: 'POST', credentials, ...init }).then((a) => a.type));
    const submit = (path: string) =>
      new Promise<string>((resolve) => {
        const frame = document.createElement('iframe');
        frame.name = `frame-of-${path}`;
        frame.onload = () => resolve('sent');
        document.body.append(frame);
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: target + path, target: frame.name });
        form.enctype = 'text/plain';
        const field = document.createElement('input');
        Object.assign(field, { name: '{"by":"form', value: '"}' });
        form.append(field);
        document.body.append(form);
        form.submit();
      });
    const framed = (path: string) =>
      new Promise<string>((resolve) => {
        const frame = document.createElement('iframe');
        frame.onload = () => {
          let inside = 'hidden';
          try {
            inside = frame.contentDocument?.body.innerText ?? 'hidden';
          } catch {
            // Of another origin.
          }
          resolve(inside);
        };
        frame.src = target + path;
        document.body.append(frame);
      });
    const opened = (connection: EventSource | WebSocket) =>
      new Promise<string>((resolve) => {
        connection.onopen = () => resolve('open');
        connection.onerror = () => resolve('failed');
      }).finally(() => connection.close());

    const text = async (path: string, init: RequestInit = {}) => {
      const controller = new AbortController();
      const answer = await fetch(target + path, { ...init, signal: controller.signal });
      if (answer.status !== 200) return answer.status || answer.type;
      const bytes = await answer.body?.getReader().read();
      controller.abort();
      return new TextDecoder().decode(bytes?.value).slice(0, 12);
    };
    const history = '/api/webhook/history';
    return {
      sent: {
        cors: await post('/api/webhook', { body: '{"by":"cors"}' }),
        noCors: await post('/api/webhook', { body: '{"by":"no-cors"}', mode: 'no-cors' }),
        report: await post('/api/calls', { body: '{"callId":"x"}', mode: 'no-cors' }),
        session: await post('/api/session', { body: '{"password":"x"}', mode: 'no-cors' }),
        form: await submit('/api/webhook/jobs'),
        beacon: String(navigator.sendBeacon(`${target}/api/webhook`, '{"by":"beacon"}')),
        clear: await told(fetch(target + history, { method: 'DELETE', credentials })),
        logOut: await told(fetch(`${target}/api/session`, { method: 'DELETE', credentials })),
      },
      read: {
        fetch: await told(text(history, { credentials })),
        anonymous: await told(text(history)),
        noCors: await told(text(history, { mode: 'no-cors', credentials })),
        stream: await told(text('/api/webhook/events', { credentials })),
        eventSource: await opened(
          new EventSource(`${target}/api/webhook/events`, { withCredentials: true }),
        ),
        socket: await opened(new WebSocket(`${target.replace('http', 'ws')}/ws`)),
        script: await loads('script', history),
        style: await loads('link', '/assets/page.css'),
        image: await loads('img', '/assets/icon.svg'),
        frame: await framed('/'),
      },
    };
  }, url);
}

const closed = () => [
  `--app.access.password=${HASH}`,
  `--app.access.token=${TOKEN}`,
  `--app.access.ended-sessions=${temporaryFolder()}/ended`,
];

/** What is in the history, with the dispatcher's right to see it. */
async function accepted({ url }: Service): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return (await fetch(`${url}/api/webhook/history`, { headers })).json();
}

const NOTHING_READ = {
  fetch: 'TypeError',
  anonymous: 'TypeError',
  noCors: 'TypeError',
  stream: 'TypeError',
  eventSource: 'failed',
  socket: 'failed',
  script: 'failed',
  style: 'failed',
  image: 'failed',
  frame: 'hidden',
};

/** Of another site, and of another port of the same host. */
const FOREIGN = ['evil.example', '127.0.0.1'];
const openService = sharedService(['--profile', 'mock']);

/** A page of this host gets nothing out of a service that holds one event, and puts nothing in. */
async function expectRefused(
  context: BrowserContext,
  host: string,
  service: Service,
): Promise<void> {
  const from = `http://${host}:${await foreignPort()}/page`;
  const { sent, read } = await attack(context, from, service.url);
  expect(read, host).toEqual(NOTHING_READ);
  // What a browser lets out without asking is sent, and refused.
  expect(sent, host).toMatchObject({ cors: 'TypeError', clear: 'TypeError', logOut: 'TypeError' });
  expect(await accepted(service), host).toMatchObject([{ id: 1, payload: 'kept' }]);
}

test('[SE2] a page of another site or port can neither send nor read, on an open server', async () => {
  const service = await openService();
  await service.post('/api/webhook', '"kept"');
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  for (const [place, host] of FOREIGN.entries()) {
    await expectRefused(context, host, service);
    const rejections = await (await fetch(`${service.url}/api/webhook/rejections`)).json();
    const codes = new Set(rejections.map(({ code }: { code: string }) => code));
    expect(codes, host).toEqual(new Set(['cross_site']));
    expect(rejections, host).toHaveLength(4 * (place + 1));
  }
});

test('[SE1] [SE2] a page of another site or port has nothing from the login of its visitor', async () => {
  const service = await startService(['--profile', 'mock', ...closed()]);
  await service.post('/api/webhook', '"kept"');
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const home = await context.newPage();
  await home.goto(service.url);
  await home.getByLabel('Pass').fill(PASSWORD);
  await home.keyboard.press('Enter');
  await home.waitForURL(`${service.url}/`);

  for (const host of FOREIGN) {
    await expectRefused(context, host, service);
    // And the visitor is still logged in.
    const state = await home.evaluate(async () => (await fetch('/api/session')).json());
    expect(state, host).toMatchObject({ active: true });
  }
});

test('[SE2] a page of a named origin may send and read, but not with the login of its visitor', async () => {
  const port = await foreignPort();
  const named = `http://office.example:${port}`;
  const allowed = `--app.server.allowed-origins=${named}`;
  const context = await browser.newContext();
  onTestFinished(() => context.close());

  const open = await startService(['--profile', 'mock', allowed]);
  const { sent, read } = await attack(context, `${named}/page`, open.url);
  expect(sent).toMatchObject({ noCors: 'opaque', form: 'sent' });
  // Never with credentials, so what asks with them is refused by the browser.
  expect(read).toEqual({
    ...NOTHING_READ,
    anonymous: expect.stringMatching(/^\[{"id":/),
    socket: 'open',
  });
  const payloads = (await accepted(open)).map((event) => (event as { payload: unknown }).payload);
  expect(payloads).toContainEqual({ by: 'no-cors' });

  const shut = await startService([allowed, ...closed()]);
  const page = await context.newPage();
  await page.goto(`${named}/page`);
  const statuses = await page.evaluate(
    ([target, token]) =>
      Promise.all(
        [{}, { authorization: `Bearer ${token}` }].map(async (headers) => {
          const answer = await fetch(`${target}/api/webhook/history`, { headers });
          return answer.status;
        }),
      ),
    [shut.url, TOKEN],
  );
  expect(statuses).toEqual([401, 200]);
});

test('[SE2] a host name of others that leads here gets nothing', async () => {
  const service = await openService();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const answer = await page.goto(`http://rebound.example:${service.port}/api/webhook/history`);
  expect(answer?.status()).toBe(421);
  const named = await startService([
    '--app.server.host=0.0.0.0',
    '--app.server.allowed-hosts=office.example',
  ]);
  const open = async (name: string) =>
    (await page.goto(`http://${name}:${named.port}/healthz`))?.status();
  expect(await open('rebound.example')).toBe(421);
  expect(await open('office.example')).toBe(200);
  expect(await open('127.0.0.1')).toBe(200);
});
