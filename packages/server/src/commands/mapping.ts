import { readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { CHANNELS, type Mapping, type MappingPreview, type Mappings } from '@hookline/contract';
import { readProblem } from '../config/secret-files.ts';
import { tokenOf, URL_OPTION, urlOf } from './backend-options.ts';
import { type Command, type Io, UsageMistake } from './command.ts';
import { asked, Refusal } from './reach-problem.ts';
import { readOptions, unknownWord } from './read-options.ts';

const OPTIONS = {
  '--url': URL_OPTION,
  '--token': { value: 'TOKEN', about: 'what app.access.token is (or APP_ACCESS_TOKEN)' },
  '--sender': { value: 'NAME', about: 'only this sender; unbekannt for those without a name' },
  '--channel': { value: 'NAME', about: `only this one of ${CHANNELS.join(', ')}` },
  '--by': { value: 'DESK', about: 'who is said to have saved what is imported' },
} as const;

/** What one house says about one of its senders, as it stands in a file. */
type Taught = Pick<Mapping, 'sender' | 'channel' | 'rules'>;

interface Session {
  readonly io: Io;
  /** Only those that are meant. */
  readonly isMeant: (taught: Taught) => boolean;
  readonly by: string | undefined;
  ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T>;
}

const VERBS: Readonly<
  Record<string, (session: Session, file: string | undefined) => Promise<void>>
> = {
  async list({ io, ask, isMeant }) {
    const { items } = await ask<Mappings>('GET', '/api/mappings');
    for (const { sender, channel, version, rules, savedAt, savedBy } of items.filter(isMeant)) {
      const who = savedBy ? `, ${savedBy.desk}` : '';
      io.out(
        `${sender}/${channel}  version ${version}, rules: ${rules.length}, ${savedAt}${who}\n`,
      );
    }
  },

  async export({ io, ask, isMeant }, file) {
    const { items } = await ask<Mappings>('GET', '/api/mappings');
    const mappings = items
      .filter(isMeant)
      .map(({ sender, channel, rules }): Taught => ({ sender, channel, rules }));
    const text = `${JSON.stringify({ mappings }, null, 2)}\n`;
    if (file === undefined || file === '-') io.out(text);
    else writeFileSync(file, text, { mode: 0o600 });
  },

  async import(session, file) {
    const { io, ask, by } = session;
    const mappings = await mappingsIn(file, session);
    // Half of a house is worse than none of it: what is wrong with any of them is found before.
    for (const taught of mappings) await preview(session, taught);
    for (const taught of mappings) {
      const body = { rules: taught.rules, ...(by !== undefined && { by }) };
      const { version } = await ask<Mapping>('PUT', pathOf(taught), body);
      io.out(`${nameOf(taught)}  saved as version ${version}\n`);
    }
  },

  async check(session, file) {
    for (const taught of await mappingsIn(file, session)) {
      const { messages, changes, warnings } = await preview(session, taught);
      const { changed, joined, split } = changes;
      session.io.out(
        `${nameOf(taught)}  of ${messages} messages: changed ${changed}, joined ${joined}, split ${split}\n`,
      );
      for (const { kind, target, text, count } of warnings) {
        const about = [target, text].filter((part) => part !== null).join(' ');
        session.io.out(`  ${kind}: ${about} (${count})\n`);
      }
    }
  },
};

export const mapping: Command = {
  usage: 'list|export|import|check [FILE|-] [options]',
  about: 'Moves what an office has said about its senders to another one.',
  options: OPTIONS,
  notes: [
    `list says who was taught what. export writes it as JSON, to standard output or into FILE;
import saves it from there, and what those senders have sent is read anew; check says what that
would change in the last 200 messages, and saves nothing.`,
    `import saves nothing at all if the server refuses any of it. The version before it can be taken
back on the page.`,
  ],

  async run(words, io) {
    const typed = readOptions(words, OPTIONS);
    const [verb, file, stray] = typed.rest;
    if (verb === undefined) {
      throw new UsageMistake(`one of ${Object.keys(VERBS).join(', ')} is missing`);
    }
    const work = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!work) throw new UsageMistake(unknownWord(verb, 'word', Object.keys(VERBS)));
    if (stray !== undefined) throw new UsageMistake(`${stray}: only one file at a time`);
    const [sender, channel] = [typed.value('--sender'), typed.value('--channel')];
    const url = urlOf(typed.value('--url'));
    const token = tokenOf(typed.value('--token'), 'app.access.token', io.env);
    try {
      await work(
        {
          io,
          isMeant: (taught) =>
            (sender ?? taught.sender) === taught.sender &&
            (channel ?? taught.channel) === taught.channel,
          by: typed.value('--by'),
          ask: async (method, path, body) =>
            JSON.parse(await asked(url, path, token, { method, body: JSON.stringify(body) })),
        },
        file,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      io.say(error.message);
      return 1;
    }
  },
};

async function preview({ ask }: Session, taught: Taught): Promise<MappingPreview> {
  try {
    return await ask<MappingPreview>('POST', `${pathOf(taught)}/preview`, { rules: taught.rules });
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(`${nameOf(taught)}: ${error.message}`) : error;
  }
}

/** The rules themselves are judged by the server. */
async function mappingsIn(
  file: string | undefined,
  { io, isMeant }: Session,
): Promise<readonly Taught[]> {
  if (file === undefined) throw new UsageMistake('a file is missing, or - for standard input');
  let read: unknown;
  try {
    read = JSON.parse(
      file === '-' ? (await buffer(io.stdin)).toString() : readFileSync(file, 'utf8'),
    );
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${readProblem(error)}`);
  }
  const { mappings } = (read ?? {}) as { mappings?: unknown };
  if (!Array.isArray(mappings) || !mappings.every(isTaught)) {
    throw new Refusal(`${file} is not what hookline mapping export writes`);
  }
  return mappings.filter(isMeant);
}

function isTaught(value: unknown): value is Taught {
  const { sender, channel, rules } = (value ?? {}) as Partial<Record<keyof Taught, unknown>>;
  return typeof sender === 'string' && typeof channel === 'string' && Array.isArray(rules);
}

function pathOf({ sender, channel }: Taught): string {
  return `/api/mappings/${encodeURIComponent(sender)}/${encodeURIComponent(channel)}`;
}

function nameOf({ sender, channel }: Taught): string {
  return `${sender}/${channel}`;
}
