import { loadConfig } from '../config/load.ts';
import { readByAll } from '../owner-only.ts';
import type { Finding } from './checks.ts';
import { CHECKS, warnings } from './checks.ts';
import { type Command, type Io, UsageMistake } from './command.ts';

const WIDTH = Math.max(...CHECKS.map(({ about }) => about.length), 'configuration'.length);

export const check: Command = {
  usage: '[properties]',
  about: 'Looks whether the service could start here, and says what is wrong and what to do.',
  options: {
    '--config': { value: 'FILE', about: 'read properties from this file, not ./hookline.yaml' },
    '--profile': { value: 'NAME', about: 'with this optional part: mock' },
  },
  notes: [
    `The properties are those of hookline serve, and so are the environment and the file they come
from; hookline serve --help lists them. Give what you give there.`,
    `Looked at are the configuration, the archive (there, of the right version, can be written),
the journal folder, who else can read them, NATS if there are several nodes, the certificate, the senders and their
tokens, the port, the time zone, the home page, and the telephone system that is configured: is
it there, does it take the login, has that the rights, how many entries are in the phone book,
are the telephones known. Nothing rings and nothing is changed. While the service runs, its own
port is taken.`,
    'The exit code is 1 if anything is wrong.',
  ],

  async run(words, io) {
    const loaded = loadConfig(words, io.env);
    const lines = new Lines(io);
    if (loaded.wants === 'mistakes') {
      for (const mistake of loaded.mistakes) lines.add('configuration', wrong(mistake));
      io.say('the rest is looked at once the configuration is right');
      return 1;
    }
    if (loaded.wants !== 'run') throw new UsageMistake(`--${loaded.wants}: no such option`);
    const { config, remarks, secretFiles } = loaded;
    lines.add('configuration', { state: 'ok', text: 'understood' });
    const notes = [...remarks, ...secretFiles.flatMap(readNote)];
    for (const text of notes) lines.add('configuration', { state: 'note', text });
    for (const { about, look } of CHECKS) {
      for (const finding of [await look(config)].flat()) {
        if (finding) lines.add(finding.about ?? about, finding);
      }
    }
    for (const text of warnings(config)) lines.add('access', { state: 'note', text });
    if (lines.wrong === 0) return 0;
    io.say(lines.wrong === 1 ? 'one thing is wrong' : `${lines.wrong} things are wrong`);
    return 1;
  },
};

/** No mistake where nobody else is, as in a container. */
function readNote(file: string): string[] {
  const mode = readByAll(file);
  if (mode === undefined) return [];
  const rights = mode.toString(8).padStart(4, '0');
  return [
    `${file} holds secrets, and everybody on this machine can read it (${rights}); chmod 0600 ${file}`,
  ];
}

const wrong = (text: string): Finding => ({ state: 'wrong', text });

class Lines {
  readonly #io: Io;
  wrong = 0;

  constructor(io: Io) {
    this.#io = io;
  }

  add(about: string, { state, text }: Finding): void {
    if (state === 'wrong') this.wrong++;
    // Some of it was said by foreign systems.
    const plain = text.replaceAll(/\p{Cc}/gu, ' ');
    this.#io.out(`${state.padEnd(5)}  ${about.padEnd(WIDTH)}  ${plain}\n`);
  }
}
