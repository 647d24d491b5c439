import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import type { Config } from '../../src/config/properties.ts';
import type { Overrides } from '../../src/parts.ts';
import { runServer } from '../support/running-server.ts';
import { connectTo } from './telephony-client.ts';

export const TOKEN = 'push-token-0123';
export const IN = { direction: 'in', from: '493023125101', to: '494066969100' };

/** A server that one of the systems pushes to, and a page of it. */
export async function pushed(
  system: 'sipgate' | 'cti' | 'placetel',
  config: Partial<Config> = {},
  overrides: Overrides = {},
) {
  const server = await runServer(
    {
      'app.telephony.system': system,
      'app.telephony.push.token': TOKEN,
      'app.server.public-url': 'https://hooks.office.example',
      'app.telephony.desks': { '21': 'w0', '22': 'w1' },
      'app.archive.url': 'off',
      'app.access.open': true,
      ...config,
    },
    overrides,
  );
  const page = await connectTo(server.port, '/api/telephony/ws?desk=21');
  const push = (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/telephony/push?token=${TOKEN}`, {
      method: 'POST',
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields),
      headers,
    });
  /** What has been told so far: an answer comes after the events before it. */
  const told = async () => {
    await page.ask('calls');
    return page.frames.flatMap(({ event, data }) =>
      event?.startsWith('call.')
        ? [`${event.slice(5)} ${(data as { endCause: string | null }).endCause ?? ''}`.trim()]
        : [],
    );
  };
  return { server, page, push, told };
}

/** The same of a sipgate that takes orders, and every one it got; a dialled call gets this id. */
export async function pushedWithOrders(sessionId: string, overrides: Overrides = {}) {
  const asked: string[] = [];
  const api = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`);
    expect(request.headers.authorization).toBe(
      `Basic ${Buffer.from('token-ID:geheim').toString('base64')}`,
    );
    response.end(request.url === '/v2/sessions/calls' ? JSON.stringify({ sessionId }) : '');
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => void api.close());
  const config = {
    'app.telephony.sipgate.token-id': 'token-ID',
    'app.telephony.sipgate.token': 'geheim',
    'app.telephony.sipgate.api': `http://127.0.0.1:${(api.address() as AddressInfo).port}/v2`,
    'app.telephony.desks': { '21': 'w0/e0', '22': 'w1/e1' },
  };
  return { asked, ...(await pushed('sipgate', config, overrides)) };
}
