import type { Readable, Writable } from 'node:stream';

/** What a command has to do with the world outside. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  /** For results that are too large for `out`. */
  readonly stdout: Writable;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Results, for whatever reads standard output. */
  out(text: string): void;
  /** A line for the person at the keyboard, beside the results. */
  say(text: string): void;
  /** A question whose answer is typed behind it. */
  ask(text: string): void;
  /** Aborted once the program is asked to end; from then on it ends only by itself. */
  whenEnded(): AbortSignal;
}

export interface Command {
  /** What follows `hookline` and its name, such as `FILE|- [options]`. */
  readonly usage: string;
  readonly about: string;
  readonly options: Options;
  /** What else a person should know, as paragraphs. */
  readonly notes: readonly string[];
  /** Answers the exit code: 0, 1 for what went wrong, 2 for a command that was not understood. */
  run(words: readonly string[], io: Io): Promise<number>;
}

/** Options by name, such as `--url`. */
export type Options = Readonly<Record<string, Option>>;

export interface Option {
  readonly about: string;
  /** What stands for its value in the help; without it the option takes none. */
  readonly value?: string;
}

/** A mistake in what was typed. */
export class UsageMistake extends Error {
  override readonly name = 'UsageMistake';
}
