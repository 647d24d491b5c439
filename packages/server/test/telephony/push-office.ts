import type { Config } from '../../src/config/properties.ts';
import type { Overrides } from '../../src/server.ts';
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
