import { readFileSync } from 'node:fs';
import { loadConfig } from '../packages/server/src/config/load.ts';

/**
 * Lets the service `$MAINPID` read its certificate again. The parameters are those of the service:
 * where they name no certificate it does not listen to SIGHUP, which would end it, and a reload
 * must never stop a service.
 */
const loaded = loadConfig(process.argv.slice(2), process.env, (path) => readFileSync(path, 'utf8'));
if (loaded.wants !== 'run') refuse('the configuration has a mistake, with which no start succeeds');
if (loaded.config['app.server.tls.cert'] === undefined) {
  refuse('app.server.tls.cert is not set; all else is read at a restart only');
}
process.kill(Number(process.env['MAINPID']), 'SIGHUP');

function refuse(reason: string): never {
  process.stderr.write(`hookline: nothing was read again: ${reason}\n`);
  process.exit(1);
}
