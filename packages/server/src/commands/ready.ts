import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { duration } from '../config/kinds/kinds.ts';
import { type Loaded, loadConfig } from '../config/load.ts';
import type { Config } from '../config/properties.ts';
import { type Command, UsageMistake } from './command.ts';

const WAIT = '--wait=';
const PAUSE = 100;
const TIMEOUT = 3000;
/** An address to listen on that is none to connect to. */
const ANY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

interface Answer {
  readonly isReady: boolean;
  readonly said: string;
}

export const ready: Command = {
  usage: '[--wait=60s] [properties]',
  about: 'Asks the service on this machine whether it takes webhooks, by /readyz.',
  options: {
    '--wait': { value: 'DURATION', about: 'ask until it does, or the service $MAINPID has ended' },
    '--config': { value: 'FILE', about: 'read properties from this file, not ./hookline.yaml' },
  },
  notes: [
    `For the health check of a container and for service managers. The properties are those of
hookline serve, and so are the environment and the file they come from, so that both mean the same
port. The exit code is 1 if it is not ready; standard error says why.`,
  ],

  async run(words, io) {
    const wait = words.find((each) => each.startsWith(WAIT))?.slice(WAIT.length);
    const timeout = wait === undefined ? 0 : duration('1s', '1h').parse(wait);
    if (timeout === undefined) throw new UsageMistake('--wait: allowed is a duration, 1s to 1h');
    const properties = words.filter((each) => !each.startsWith(WAIT));
    const loaded = loadConfig(properties, io.env);
    const giveUpAt = performance.now() + timeout;
    for (;;) {
      const { isReady, said } = await answerOf(loaded);
      const hasEnded = !isAlive(io.env['MAINPID']);
      if (isReady && !hasEnded) return 0;
      if (hasEnded || performance.now() >= giveUpAt) {
        io.say(`not ready: ${hasEnded ? 'the service has ended' : said}`);
        return 1;
      }
      await setTimeout(PAUSE);
    }
  },
};

/** Of mistakes the service itself tells, and ends with the code for them. */
async function answerOf(service: Loaded): Promise<Answer> {
  if (service.wants === 'run') return ask(service.config);
  const mistakes = service.wants === 'mistakes' ? service.mistakes : [`--${service.wants}`];
  return { isReady: false, said: mistakes.join('; ') };
}

async function ask(config: Config): Promise<Answer> {
  const isEncrypted = config['app.server.tls.cert'] !== undefined;
  const host = config['app.server.host'];
  const asked = (isEncrypted ? requestHttps : requestHttp)({
    host: ANY[host] ?? host,
    port: config['app.server.port'],
    path: '/readyz',
    // The certificate is for the name that others use, not for this address.
    rejectUnauthorized: false,
    headers: { host: 'localhost', connection: 'close' },
    timeout: TIMEOUT,
  });
  asked.on('timeout', () => asked.destroy(new Error('no answer')));
  asked.end();
  try {
    const [answer]: IncomingMessage[] = await once(asked, 'response');
    if (!answer) return { isReady: false, said: 'no answer' };
    return { isReady: answer.statusCode === 200, said: await text(answer) };
  } catch (error) {
    return { isReady: false, said: (error as Error).message };
  }
}

/** Of a service manager's service; without one there is nobody whose end could be seen. */
function isAlive(pid: string | undefined): boolean {
  if (pid === undefined) return true;
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
