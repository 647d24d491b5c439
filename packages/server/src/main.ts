import { closeSync, openSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { helpText } from './config/describe.ts';
import { loadConfig } from './config/load.ts';
import { Mistake } from './config/mistake.ts';
import type { Config } from './config/properties.ts';
import { createLog } from './observe/log.ts';
import { closeToOthers } from './owner-only.ts';
import { canRenew } from './renewal.ts';
import { SAME_SIGNAL } from './same-signal.ts';
import { createServer } from './server.ts';
import { spareMemory } from './spare-memory.ts';
import { startLines, startProblem } from './start-report.ts';
import { VERSION } from './version.ts';

/** After this long a shutdown is given up: an operator's SIGKILL would come soon after. */
const SHUTDOWN_LIMIT = 8000;

// Bodies and frames lie outside of V8's heap. By default it marks the whole heap, and everybody
// waits, as soon as some MiB of them have come: large webhooks alone then make ten pauses a second.
// Counted with the heap, and with both allowed to double in between, it is one a second.
for (const flag of [
  '--external-memory-accounted-in-global-limit',
  '--external-memory-max-growing-factor=2',
  '--heap-growing-percent=100',
]) {
  setFlagsFromString(flag);
}

// What it writes is about people; a service manager may not have said so.
process.umask(0o077);

const load = () => loadConfig(process.argv.slice(2), process.env);
const loaded = load();
if (loaded.wants === 'help') process.stdout.write(helpText(VERSION));
else if (loaded.wants === 'version') process.stdout.write(`${VERSION}\n`);
else if (loaded.wants === 'mistakes') {
  for (const mistake of loaded.mistakes) process.stderr.write(`hookline: ${mistake}\n`);
  process.exitCode = 2;
} else await run(loaded.config, loaded.remarks);

async function run(config: Config, remarks: readonly string[]): Promise<void> {
  // An empty NO_COLOR counts as none: https://no-color.org
  const colours = process.stdout.isTTY && !process.env['NO_COLOR'];
  const { log, flush } = createLog(config, { colours });
  const end = async (code: number): Promise<never> => {
    // A process whose last log lines nobody takes cannot exit: Node waits for the blocked write. Nor
    // can one with a thread inside of SQLite: a step of the schema may last for minutes there, and
    // is undone when it is broken off.
    if (!(await flush()) || (await created.catch(() => undefined))?.isHeldUp)
      process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  };

  for (const remark of remarks) log.warn(remark);
  const closed = closeToOthers(config);
  if (closed.length > 0) log.info({ closed }, 'others on this machine could read these');
  const created = Promise.try(() => createServer(config, { log }));

  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      // Whoever signals twice does not want to wait.
      if (performance.now() - stoppingSince > SAME_SIGNAL) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long; giving up');
      void end(1);
    }, SHUTDOWN_LIMIT).unref();
    try {
      await (await created).stop();
      log.info('stopped');
      await end(0);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      await end(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const failed = (error: unknown) => {
    process.stderr.write(`hookline: ${startProblem(error, config)}\n`);
    return end(error instanceof Mistake ? 2 : 1);
  };
  const server = await created.catch(failed);
  const address = await server.start().catch(failed);
  if (stoppingSince !== undefined) return;
  // Where there is nothing to renew it stays what it is: the terminal is gone, and the program ends.
  if (canRenew(config))
    process.on('SIGHUP', () => (hasLostTerminal() ? void stop('SIGHUP') : server.renew(load())));
  for (const { level, fields, text } of startLines(config, address, server.archive))
    log[level](fields, text);
  await flush();
  spareMemory();
}

/** It was started at a terminal, whose window somebody has closed. */
function hasLostTerminal(): boolean {
  if (!process.stdin.isTTY) return false;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}
