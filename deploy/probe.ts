import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { duration } from '../packages/server/src/config/kinds/kinds.ts';
import { type Loaded, loadConfig } from '../packages/server/src/config/load.ts';
import type { Config } from '../packages/server/src/config/properties.ts';

/**
 * Asks the service on this machine for `/readyz` and exits with 0 when it takes webhooks: the
 * health check of the container. `--wait=60s` asks until it does, for service managers; when
 * `$MAINPID` ends before, there is nothing to wait for. The other parameters and the environment
 * are those of the service, so that both mean the same port.
 */
const WAIT = '--wait=';
const PAUSE = 100;
const TIMEOUT = 3000;
/** An address to listen on that is none to connect to. */
const ANY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

interface Answer {
  readonly isReady: boolean;
  readonly said: string;
}

const parameters = process.argv.slice(2);
const wait = parameters.find((each) => each.startsWith(WAIT))?.slice(WAIT.length);
const timeout = wait === undefined ? 0 : duration('1s', '1h').parse(wait);
const loaded = loadConfig(
  parameters.filter((each) => !each.startsWith(WAIT)),
  process.env,
  (path) => readFileSync(path, 'utf8'),
);
if (timeout === undefined) end('--wait: allowed is a duration from 1s to 1h');

const giveUpAt = performance.now() + timeout;
for (;;) {
  const { isReady, said } = await answerOf(loaded);
  if (!isMainAlive()) end('the service has ended');
  if (isReady) break;
  if (performance.now() >= giveUpAt) end(said);
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}

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

function isMainAlive(): boolean {
  const { MAINPID } = process.env;
  if (MAINPID === undefined) return true;
  try {
    return process.kill(Number(MAINPID), 0);
  } catch {
    return false;
  }
}

function end(reason: string): never {
  process.stderr.write(`hookline: not ready: ${reason}\n`);
  process.exit(1);
}
