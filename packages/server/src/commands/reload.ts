import { readFileSync } from 'node:fs';
import { loadConfig } from '../config/load.ts';
import type { Command } from './command.ts';

/**
 * A service that was started without certificate, token and sender does not listen to SIGHUP,
 * which would end it, and a reload must never stop a service.
 */
export const reload: Command = {
  usage: '[properties]',
  about: 'Lets the service $MAINPID read its certificate, tokens and senders again, by SIGHUP.',
  options: {
    '--config': { value: 'FILE', about: 'read properties from this file, not ./hookline.yaml' },
  },
  notes: [
    `For service managers (ExecReload= of systemd), on Linux. The properties are those of hookline
serve. Nothing is done, with exit code 1, if there is a mistake in them or if the service has
nothing to read again: the signal would end it.`,
  ],

  async run(words, io) {
    const refuse = (reason: string): number => {
      io.say(`nothing was read again: ${reason}`);
      return 1;
    };
    const loaded = loadConfig(words, io.env);
    if (loaded.wants !== 'run')
      return refuse('the configuration has a mistake, with which no start succeeds');
    const service = Number(io.env['MAINPID']);
    if (!Number.isInteger(service)) return refuse('MAINPID does not say which service');
    if (!listens(service))
      return refuse(
        'it was started without certificate, token or sender; all else is read at a restart only',
      );
    process.kill(service, 'SIGHUP');
    return 0;
  },
};

/** The mask of the signals that it catches; SIGHUP is the first of them. */
function listens(pid: number): boolean {
  const [, caught = '0'] =
    /^SigCgt:\s*([\da-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${caught}`) & 1n) === 1n;
}
