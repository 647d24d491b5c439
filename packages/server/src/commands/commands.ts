import { helpText } from '../config/describe.ts';
import { probablyMeant } from '../config/slips.ts';
import { VERSION } from '../version.ts';
import { type Command, type Io, type Options, UsageMistake } from './command.ts';
import { unknownWord } from './read-options.ts';

/** Loaded when they are asked for: most of a short command is its start. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  tail: async () => (await import('./tail.ts')).tail,
  send: async () => (await import('./send.ts')).send,
  check: async () => (await import('./check.ts')).check,
  ready: async () => (await import('./ready.ts')).ready,
  reload: async () => (await import('./reload.ts')).reload,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  'move-archive': async () => (await import('./move-archive.ts')).moveArchive,
  mapping: async () => (await import('./mapping.ts')).mapping,
  'hash-password': async () => (await import('./hash-password.ts')).hashPasswordCommand,
};

const ABOUT: readonly (readonly [string, string])[] = [
  ['serve', 'runs the service, as npm start does'],
  ['tail', 'prints what comes in, as it comes in; --forward hands it on'],
  ['send', 'sends a file as a webhook'],
  ['check', 'looks whether the service could start: configuration, database, port …'],
  ['ready', 'asks the service here whether it takes webhooks, for health checks'],
  ['reload', 'lets a service read certificate, tokens and senders again'],
  ['backup', 'writes everything in the archive into one file'],
  ['restore', 'makes an empty archive what a backup says; --test only looks at it'],
  ['move-archive', 'copies the archive into another database'],
  ['mapping', 'moves what an office has said about its senders to another one'],
  ['hash-password', 'makes the line for app.access.password'],
];

/** What people type who know another tool. */
const OTHER_NAMES = new Map(
  Object.entries({
    start: 'serve',
    run: 'serve',
    listen: 'tail',
    watch: 'tail',
    forward: 'tail',
    post: 'send',
    doctor: 'check',
    dump: 'backup',
    export: 'backup',
    validate: 'check',
    password: 'hash-password',
  }),
);

const NAMES = ABOUT.map(([name]) => name);

const HELP = `Hookline ${VERSION}: webhook relay of a courier dispatch office

Usage: hookline COMMAND [options]

${columns(ABOUT)}

hookline COMMAND --help says more about one of them; --version prints the version.
`;

/** Does what was typed behind `hookline`, and answers the exit code. */
export async function runCommand(words: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined) {
    io.say(`a command is missing: ${NAMES.join(', ')} (see hookline --help)`);
    return 2;
  }
  if (name === '--version') io.out(`${VERSION}\n`);
  else if (name === '--help' || name === '-h') io.out(HELP);
  else if (name === 'help') return help(rest[0], io);
  else if (Object.hasOwn(COMMANDS, name)) return run(name, rest, io);
  else return unknownCommand(name, io);
  return 0;
}

async function run(name: string, words: readonly string[], io: Io): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) return help(name, io);
  try {
    const command = await COMMANDS[name]?.();
    return (await command?.run(words, io)) ?? 2;
  } catch (error) {
    if (!(error instanceof UsageMistake)) throw error;
    io.say(error.message);
    io.say(`see hookline ${name} --help`);
    return 2;
  }
}

async function help(name: string | undefined, io: Io): Promise<number> {
  if (name === undefined) io.out(HELP);
  else if (name === 'serve') io.out(helpText(VERSION));
  else {
    const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
    if (!command) return unknownCommand(name, io);
    io.out(commandHelp(name, command));
  }
  return 0;
}

function unknownCommand(name: string, io: Io): number {
  if (name.startsWith('-')) {
    const isProperty = name.startsWith('--app.') || /^--(config|profile)\b/.test(name);
    io.say(
      isProperty
        ? `${name}: properties stand behind a command: hookline serve ${name}`
        : unknownWord(name, 'option', ['--help', '--version']),
    );
  } else {
    const meant = OTHER_NAMES.get(name) ?? probablyMeant(name, NAMES);
    io.say(`${name}: no such command${meant ? `; did you mean ${meant}?` : ''}`);
  }
  io.say('see hookline --help');
  return 2;
}

const HELP_OPTION: Options = { '--help': { about: 'prints this' } };

function commandHelp(name: string, { usage, about, options, notes }: Command): string {
  const parts = [
    `Usage: hookline ${name}${usage && ` ${usage}`}`,
    about,
    optionLines({ ...options, ...HELP_OPTION }),
    ...notes,
  ];
  return `${parts.join('\n\n')}\n`;
}

function optionLines(options: Options): string {
  const rows = Object.entries(options).map(
    ([name, { value, about }]) => [value ? `${name} ${value}` : name, about] as const,
  );
  return columns(rows);
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
