import { isLoopback } from '../http/reach.ts';
import {
  CHANNEL_NAMES,
  channelsOf,
  tokenOf,
  URL_OPTION,
  urlOf,
  withScheme,
} from './backend-options.ts';
import { type Command, UsageMistake } from './command.ts';
import { jsonLine, readableLine } from './event-line.ts';
import { follow } from './follow.ts';
import { Forwarder } from './forwarder.ts';
import { readOptions } from './read-options.ts';

const OPTIONS = {
  '--url': URL_OPTION,
  '--channel': {
    value: 'NAME',
    about: `only this one of ${CHANNEL_NAMES.join(', ')}; can be given several times`,
  },
  '--json': { about: 'one JSON object per line, as the stream tells it' },
  '--history': { about: 'begin with the latest events, which the server still holds' },
  '--count': { value: 'N', about: 'end after so many events' },
  '--forward': { value: 'URL', about: 'POST the payload of every event to this address too' },
  '--token': { value: 'TOKEN', about: 'what app.access.token is (or APP_ACCESS_TOKEN)' },
} as const;

export const tail: Command = {
  usage: '[options]',
  about: 'Prints what comes in, as it comes in, until Ctrl-C.',
  options: OPTIONS,
  notes: [
    `Events go to standard output; what happens to the line goes to standard error. A server that
is away is waited for; what came in meanwhile is printed when it is back, and if some of it is
no longer there, how much.`,
    `--forward hands payloads on in order, with the headers Content-Type: application/json,
X-Hookline-Event-Id, X-Hookline-Channel and, where they are known, X-Hookline-Sender and
X-Hookline-Topic, to a program you are working on say. One that fails is reported and not tried
again.`,
    `Others on the machine can see what is written on a command line: a token is better kept in
APP_ACCESS_TOKEN, or in a file that APP_ACCESS_TOKEN_FILE names.`,
  ],

  async run(words, io) {
    const typed = readOptions(words, OPTIONS);
    if (typed.rest[0] !== undefined) throw new UsageMistake(`${typed.rest[0]}: not understood`);
    const url = urlOf(typed.value('--url'));
    const channels = channelsOf(typed.values('--channel'));
    const token = tokenOf(typed.value('--token'), 'app.access.token', io.env);
    const target = targetOf(typed.value('--forward'), url);
    const forwarder = target === undefined ? undefined : new Forwarder(target, io.say);
    const count = countOf(typed.value('--count'));
    const lineOf = typed.has('--json')
      ? jsonLine
      : (event: Parameters<typeof jsonLine>[0]) => readableLine(event, io.isTerminal);
    const ended = io.whenEnded();
    const enough = new AbortController();
    let printed = 0;
    const code = await follow({
      url,
      token,
      channels,
      history: typed.has('--history'),
      ended: AbortSignal.any([ended, enough.signal]),
      say: io.say,
      onEvent(event) {
        io.out(lineOf(event));
        forwarder?.add(event);
        if (++printed === count) enough.abort();
      },
    });
    if (!ended.aborted) await forwarder?.finish(ended);
    forwarder?.stop();
    return code;
  },
};

function countOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw new UsageMistake(`--count: ${JSON.stringify(typed)} is no number from 1 on`);
}

function targetOf(typed: string | undefined, source: string): string | undefined {
  if (typed === undefined) return undefined;
  const address = withScheme(typed);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username) {
    throw new UsageMistake(
      `--forward: ${JSON.stringify(typed)} is no address such as http://localhost:3000/hook`,
    );
  }
  if (isSameServer(url, new URL(source)) && url.pathname.includes('/api/webhook')) {
    throw new UsageMistake('--forward: every event would come back as another one, without end');
  }
  return url.href;
}

function isSameServer(a: URL, b: URL): boolean {
  const isSameHost =
    a.hostname === b.hostname || (isLoopback(a.hostname) && isLoopback(b.hostname));
  return isSameHost && a.port === b.port;
}
