import { readFileSync } from 'node:fs';
import { helpText } from './config/describe.ts';
import { loadConfig } from './config/load.ts';
import type { Config } from './config/properties.ts';
import { createLog } from './observe/log.ts';
import { createServer } from './server.ts';
import { startLines, startProblem } from './start-report.ts';
import { VERSION } from './version.ts';

/** After this long a shutdown is given up: an operator's SIGKILL would come soon after. */
const SHUTDOWN_LIMIT = 9000;

const loaded = loadConfig(process.argv.slice(2), process.env, (path) => readFileSync(path, 'utf8'));
if (loaded.wants === 'help') process.stdout.write(helpText(VERSION));
else if (loaded.wants === 'version') process.stdout.write(`${VERSION}\n`);
else if (loaded.wants === 'mistakes') {
  for (const mistake of loaded.mistakes) process.stderr.write(`hookline: ${mistake}\n`);
  process.exitCode = 2;
} else await run(loaded.config, loaded.remarks);

async function run(config: Config, remarks: readonly string[]): Promise<void> {
  const { log, flush } = createLog(config['app.log.level']);
  process.on('exit', flush);
  for (const remark of remarks) log.warn(remark);

  let stopping = false;
  try {
    const server = createServer(config, { log });
    const address = await server.start();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        // Whoever signals twice does not want to wait.
        if (stopping) process.exit(1);
        stopping = true;
        log.info({ signal }, 'stopping');
        setTimeout(() => {
          log.error('stopping took too long; giving up');
          process.exit(1);
        }, SHUTDOWN_LIMIT).unref();
        server.stop().then(
          () => {
            log.info('stopped');
            process.exit(0);
          },
          (error: unknown) => {
            log.error({ err: error }, 'stopping failed');
            process.exit(1);
          },
        );
      });
    }
    for (const { level, fields, text } of startLines(config, address)) log[level](fields, text);
    flush();
  } catch (error) {
    process.stderr.write(`hookline: ${startProblem(error, config)}\n`);
    process.exit(1);
  }
}
