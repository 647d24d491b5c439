import { readFileSync } from 'node:fs';
import { loadConfig } from '../packages/server/src/config/load.ts';

/**
 * Lets the service `$MAINPID` read its certificate, tokens and senders again. The parameters are
 * those of the service. One that was started without any of them does not listen to SIGHUP, which
 * would end it, and a reload must never stop a service.
 */
const loaded = loadConfig(process.argv.slice(2), process.env, (path) => readFileSync(path, 'utf8'));
if (loaded.wants !== 'run') refuse('the configuration has a mistake, with which no start succeeds');
const service = Number(process.env['MAINPID']);
if (!listens(service)) {
  refuse('it was started without certificate, token or sender; all else is read at a restart only');
}
process.kill(service, 'SIGHUP');

/** The mask of the signals that it catches; SIGHUP is the first of them. */
function listens(pid: number): boolean {
  const [, caught = '0'] =
    /^SigCgt:\s*([\da-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${caught}`) & 1n) === 1n;
}

function refuse(reason: string): never {
  process.stderr.write(`hookline: nothing was read again: ${reason}\n`);
  process.exit(1);
}
