import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runCommand } from '../../src/commands/commands.ts';

export interface TypedCommand {
  readonly code: Promise<number>;
  /** Standard output and standard error so far. */
  out: string;
  said: string;
  /** As Ctrl-C does. */
  interrupt(): void;
}

/** `hookline …` without a process of its own; ended with the test if it still runs. */
export function type(
  words: readonly string[],
  {
    env = {},
    stdin = '',
    isTerminal = false,
  }: {
    env?: Record<string, string>;
    stdin?: string;
    isTerminal?: boolean;
  } = {},
): TypedCommand {
  const ending = new AbortController();
  const typed = { out: '', said: '', interrupt: () => ending.abort() };
  const code = runCommand(words, {
    env,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: new Writable({
      write(bytes, _, done) {
        typed.out += bytes;
        done();
      },
    }),
    isTerminal,
    out: (text) => {
      typed.out += text;
    },
    say: (text) => {
      typed.said += `hookline: ${text}\n`;
    },
    ask: (text) => {
      typed.said += text;
    },
    whenEnded: () => ending.signal,
  });
  onTestFinished(async () => {
    ending.abort();
    await code;
  });
  return Object.assign(typed, { code });
}

/** Until it has ended by itself. */
export async function outcome(...parameters: Parameters<typeof type>) {
  const typed = type(...parameters);
  const code = await typed.code;
  return { code, out: typed.out, said: typed.said };
}
