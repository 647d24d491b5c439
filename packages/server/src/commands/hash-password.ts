import { text } from 'node:stream/consumers';
import { hashPassword } from '../access/password.ts';
import { password as kind } from '../config/kinds/kinds.ts';
import { type Command, type Io, UsageMistake } from './command.ts';
import { readOptions } from './read-options.ts';

const ENTER = new Set(['\r', '\n', '\u0004']);
const ERASE = new Set(['\b', '\u007f']);
const INTERRUPT = '\u0003';
const INTERRUPTED = 130;

export const hashPasswordCommand: Command = {
  usage: '',
  about: 'Asks for a password and prints the line for app.access.password.',
  options: {},
  notes: [
    `The line is for hookline.yaml, its value for APP_ACCESS_PASSWORD, and either for a file that
APP_ACCESS_PASSWORD_FILE names. From a pipe the password is read without being asked for.`,
  ],

  async run(words, io) {
    const { rest } = readOptions(words, {});
    if (rest[0] !== undefined) {
      throw new UsageMistake('the password is asked for; on a command line others could see it');
    }
    const password = await wanted(io);
    if (password === undefined) return INTERRUPTED;
    const problem = problemOf(password);
    if (problem) {
      io.say(problem);
      return 1;
    }
    const line = `app.access.password: ${await hashPassword(password.value)}\n`;
    io.ask('Put this into hookline.yaml, or its value into APP_ACCESS_PASSWORD:\n');
    io.out(line);
    return 0;
  },
};

interface Wanted {
  readonly value: string;
  /** As it was typed the second time, where somebody typed it. */
  readonly again: string;
}

function problemOf({ value, again }: Wanted): string | undefined {
  if (value !== again) return 'the two are not the same';
  if (value === '') return 'the password is empty';
  return kind.parse(value) === undefined ? `not a password; allowed: ${kind.allowed}` : undefined;
}

/** Undefined when it was called off. */
async function wanted(io: Io): Promise<Wanted | undefined> {
  if (!io.stdin.isTTY) {
    const value = (await text(io.stdin)).replace(/\r?\n$/, '');
    return { value, again: value };
  }
  const value = await typed(io, 'Password: ');
  const again = value === undefined ? undefined : await typed(io, 'Once more: ');
  return value === undefined || again === undefined ? undefined : { value, again };
}

/** Reads a line from the terminal without showing it; undefined when Ctrl-C was typed. */
function typed({ stdin, ask }: Io, question: string): Promise<string | undefined> {
  // Before anything is asked: the terminal itself would show what a quick answer types.
  stdin.setRawMode?.(true);
  ask(question);
  stdin.setEncoding('utf8');
  return new Promise((resolve) => {
    let line: string[] = [];
    const done = (answer: string | undefined) => {
      stdin.setRawMode?.(false);
      stdin.pause();
      stdin.off('data', take);
      ask('\n');
      resolve(answer);
    };
    const take = (characters: string) => {
      for (const character of characters) {
        if (character === INTERRUPT) return done(undefined);
        if (ENTER.has(character)) return done(line.join(''));
        if (ERASE.has(character)) line = line.slice(0, -1);
        else line.push(character);
      }
    };
    stdin.on('data', take);
    stdin.resume();
  });
}
