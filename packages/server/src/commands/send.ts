import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { GENERIC } from '@hookline/contract';
import { readProblem } from '../config/secret-files.ts';
import { CHANNEL_NAMES, channelsOf, tokenOf, URL_OPTION, urlOf } from './backend-options.ts';
import { type Command, type Io, UsageMistake } from './command.ts';
import { asked } from './reach-problem.ts';
import { readOptions } from './read-options.ts';

const OPTIONS = {
  '--url': URL_OPTION,
  '--channel': {
    value: 'NAME',
    about: `where to: ${CHANNEL_NAMES.join(', ')} (${GENERIC})`,
  },
  '--token': { value: 'TOKEN', about: 'what app.webhook.token is (or APP_WEBHOOK_TOKEN)' },
} as const;

export const send: Command = {
  usage: 'FILE|- [options]',
  about: 'Sends a file as a webhook, unchanged, and prints the receipt. - is standard input.',
  options: OPTIONS,
  notes: [
    `The exit code is 1 when the server refuses it or is not there; standard error says why.`,
    `Others on the machine can see what is written on a command line: a token is better kept in
APP_WEBHOOK_TOKEN, or in a file that APP_WEBHOOK_TOKEN_FILE names. Signed webhooks
(app.webhook.secret.*) cannot be sent from here.`,
  ],

  async run(words, io) {
    const typed = readOptions(words, OPTIONS);
    const [file, stray] = typed.rest;
    if (file === undefined) throw new UsageMistake('a file is missing, or - for standard input');
    if (stray !== undefined) throw new UsageMistake(`${stray}: only one file is sent at a time`);
    const url = urlOf(typed.value('--url'));
    const [channel = GENERIC, second] = channelsOf(typed.values('--channel'));
    if (second !== undefined) throw new UsageMistake('--channel: a webhook has only one');
    const token = tokenOf(typed.value('--token'), 'app.webhook.token', io.env);

    const body = await contentOf(file, io).catch((error: unknown) => {
      io.say(`${file} cannot be read: ${readProblem(error)}`);
    });
    if (!body) return 1;
    const path = channel === GENERIC ? '/api/webhook' : `/api/webhook/${channel}`;
    try {
      io.out(`${await asked(url, path, token, { method: 'POST', body })}\n`);
      return 0;
    } catch (error) {
      io.say((error as Error).message);
      return 1;
    }
  },
};

async function contentOf(file: string, { stdin }: Io): Promise<Buffer<ArrayBuffer>> {
  return file === '-' ? Buffer.from(await buffer(stdin)) : readFileSync(file);
}
