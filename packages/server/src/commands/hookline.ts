import { SAME_SIGNAL } from '../same-signal.ts';
import { runCommand } from './commands.ts';

process.umask(0o077);
const { stdout, stderr, stdin, env } = process;

// Whoever reads has had enough, as `head` has: that is the end, and no mistake of anybody.
const whenUnread = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
};
stdout.on('error', whenUnread);
stderr.on('error', whenUnread);

const code = await runCommand(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  isTerminal: stdout.isTTY ?? false,
  out: (text) => void stdout.write(text),
  say: (text) => void stderr.write(`hookline: ${text}\n`),
  ask: (text) => void stderr.write(text),
  whenEnded() {
    const ending = new AbortController();
    let endingSince = Number.POSITIVE_INFINITY;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // Whoever signals twice does not want to wait.
        if (performance.now() - endingSince > SAME_SIGNAL) process.exit(1);
        endingSince = Math.min(endingSince, performance.now());
        ending.abort();
      });
    }
    return ending.signal;
  },
});
// Connections that are kept for another request would keep it running.
process.exit(code);
