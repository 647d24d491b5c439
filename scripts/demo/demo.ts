import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../packages/server/src/config/load.ts';
import { createServer } from '../../packages/server/src/server.ts';
import { startProblem } from '../../packages/server/src/start-report.ts';
import { playOffice } from './office.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookline-demo-'));
const removeFolder = () => rmSync(folder, { recursive: true, force: true });
process.on('exit', removeFolder);

// As environment, which is stronger than a file: made-up customers must not get into the archive
// that the hookline.yaml of an office names. Who says so on the command line means it.
const environment = {
  APP_ARCHIVE_URL: `sqlite:${folder}/hookline.db`,
  APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
  APP_LOG_LEVEL: 'warn',
  ...process.env,
  APP_PROFILES: 'mock',
};
const say = (text: string) => process.stdout.write(`${text}\n`);
const fail = (text: string, code: number): never => {
  process.stderr.write(`hookline: ${text}\n`);
  process.exit(code);
};

const loaded = loadConfig(process.argv.slice(2), environment, (path) => readFileSync(path, 'utf8'));
if (loaded.wants === 'mistakes') fail(loaded.mistakes.join('\nhookline: '), 2);
if (loaded.wants !== 'run') {
  say(
    'npm run demo -- [options]   starts the service with the telephony mock and plays an office.',
  );
  say('The options are those of npm start; npm start -- --help lists them.');
  process.exit(0);
}

const { config } = loaded;
const server = createServer(config);
const url = await server.start().catch((error: unknown) => fail(startProblem(error, config), 1));
say(`Open ${url} and watch. Ctrl-C ends the demo.\n`);

const token = config['app.webhook.token'];
const office = playOffice({ url, token, say });
let isStopping = false;
const stop = async () => {
  // Whoever signals twice does not want to wait.
  if (isStopping) process.exit(1);
  isStopping = true;
  office.stop();
  await server.stop();
  say('\nThe demo is over.');
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
