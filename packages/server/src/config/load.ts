import { CHANNELS, GENERIC } from '@hookline/contract';
import { SYSTEMS } from '../telephony/systems/properties.ts';
import type { Kind } from './kinds/kinds.ts';
import {
  type Config,
  PROPERTIES,
  type Property,
  type PropertyName,
  secretsIn,
} from './properties.ts';
import { readText } from './secret-files.ts';
import { senderNames } from './senders.ts';
import { probablyMeant } from './slips.ts';
import { readCommandLine, readConfigFile, readEnvironment, type Setting } from './sources.ts';

export type Loaded =
  | {
      readonly wants: 'run';
      readonly config: Config;
      readonly remarks: readonly string[];
      /** The files that some of it is kept secret in. */
      readonly secretFiles: readonly string[];
    }
  | { readonly wants: 'help' }
  | { readonly wants: 'version' }
  | { readonly wants: 'mistakes'; readonly mistakes: readonly string[] };

const DEFAULT_FILE = 'hookline.yaml';

/**
 * Turns command line, environment and file into one typed configuration, strongest first.
 * Every mistake is collected: whoever fixes a configuration wants to see all of them at once.
 */
export function loadConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = readText,
): Loaded {
  const commandLine = readCommandLine(argv);
  if (commandLine.wants !== 'run') return { wants: commandLine.wants };

  const environment = readEnvironment(env, readFile);
  const file = readFileSource(commandLine.configFile, readFile);
  const sources = [commandLine, environment, file];
  const mistakes = sources.flatMap((source) => source.mistakes);

  const values: Record<string, unknown> = {};
  const secretFiles = new Set<string>();
  for (const [name, property] of Object.entries<Property<unknown>>(PROPERTIES)) {
    const setting = sources
      .map((source) => source.settings.get(name as PropertyName))
      .find((candidate) => candidate !== undefined);
    if (setting) {
      const isMissing = setting.value === '' && !property.kind.mayBeEmpty;
      const value = isMissing ? undefined : property.kind.parse(setting.value);
      if (value === undefined) mistakes.push(...describe(name, setting, property.kind));
      values[name] = value;
      const isSecret = secretsIn({ [name]: value } as Config).length > 0;
      if (setting.file !== undefined && isSecret) secretFiles.add(setting.file);
    } else {
      values[name] =
        property.preset === undefined ? undefined : property.kind.parse(property.preset);
    }
  }
  const config = values as Config;
  mistakes.push(...contradictions(config));
  if (mistakes.length > 0) return { wants: 'mistakes', mistakes };
  const remarks = sources.flatMap((source) => source.remarks);
  const key = config['app.server.tls.key'];
  if (key !== undefined) secretFiles.add(key);
  return { wants: 'run', config, remarks, secretFiles: [...secretFiles] };
}

function readFileSource(named: string | undefined, readFile: (path: string) => string) {
  const path = named ?? DEFAULT_FILE;
  try {
    return readConfigFile(path, readFile(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The default file is optional; one that was asked for, or that cannot be read, is not.
    const absent = code === 'ENOENT' && named === undefined;
    const mistakes = absent ? [] : [`${path}: cannot be read (${code ?? String(error)})`];
    return { settings: new Map<PropertyName, Setting>(), mistakes, remarks: [] };
  }
}

function describe(name: string, { value, from }: Setting, kind: Kind<unknown>): readonly string[] {
  const where = from.includes(name) ? from : `${name} (from ${from})`;
  if (value === '') return [`${where}: is empty; leave it out to use the default`];
  if (kind.faults) return kind.faults(value).map((fault) => `${where}: ${fault}`);
  const shown = kind.secret ? '***' : JSON.stringify(value);
  return [`${where}: ${shown} is not allowed; allowed: ${kind.allowed}`];
}

function contradictions(config: Config): string[] {
  return [
    ...sharedFile(config),
    ...openAndClosed(config),
    ...severalTelephones(config),
    ...halves(config),
    ...deafTelephone(config),
    ...phonesOfNobody(config),
    ...sharedTokens(config),
    ...unknownSources(config),
    ...hoursForNothing(config),
  ];
}

/** Each node would keep an archive of its own, with the events that it happened to take. */
function sharedFile(config: Config): string[] {
  return config['app.cluster.url'] && config['app.archive.url'].startsWith('sqlite:')
    ? [
        'app.cluster.url: several nodes cannot share the file of app.archive.url; set it to postgres://…, or to off',
      ]
    : [];
}

/** Whose event would it be, and what could it read? */
function sharedTokens(config: Config): string[] {
  const pairs = [
    ['app.webhook.senders', 'app.webhook.token'],
    ['app.access.tokens', 'app.access.token'],
  ] as const;
  return pairs.flatMap(([named, nameless]) => {
    const shared = config[named]?.find(({ token }) => token === config[nameless]);
    return shared
      ? [`${named}: the token of ${shared.name} is ${nameless} as well; change one`]
      : [];
  });
}

/** A name that nobody sends by would be silent for ever, or never. */
function unknownSources(config: Config): string[] {
  const known = [
    ...CHANNELS,
    GENERIC,
    ...senderNames(config['app.webhook.senders'], config['app.webhook.signatures']),
  ];
  return Object.keys(config['app.webhook.silence'] ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = probablyMeant(name, known);
      const hint = meant ? `; did you mean ${meant}?` : `; there are ${known.join(', ')}`;
      return `app.webhook.silence: ${name} is no sender and no URL${hint}`;
    });
}

function hoursForNothing(config: Config): string[] {
  return config['app.webhook.silence-hours'] && !config['app.webhook.silence']
    ? ['app.webhook.silence-hours: needs app.webhook.silence as well']
    : [];
}

/** Two that tell of the same calls would store each of them twice. */
function severalTelephones(config: Config): string[] {
  const system = config['app.telephony.system'];
  const set = [
    ...(system === undefined ? [] : [`app.telephony.system: ${system}`]),
    ...(config['app.telephony.url'] === undefined ? [] : ['app.telephony.url']),
    ...(config['app.profiles']?.includes('mock') ? ['the profile mock'] : []),
  ];
  return set.length < 2 ? [] : [`${set.join(' and ')} exclude each other: one is the telephone`];
}

/** A user without its password, a certificate without its key, or the other way round. */
function halves(config: Config): string[] {
  const logins = Object.values(SYSTEMS).flatMap<readonly PropertyName[]>((system) => system.logins);
  const pairs = [['app.server.tls.cert', 'app.server.tls.key'] as const, ...logins];
  return pairs.flatMap((pair) => {
    const set = pair.filter((name) => config[name] !== undefined);
    const unset = pair.filter((name) => config[name] === undefined);
    return set.length === 1 ? [`${set[0]}: needs ${unset[0]} as well`] : [];
  });
}

/** Without what it needs, it would never be heard. */
function deafTelephone(config: Config): string[] {
  const system = config['app.telephony.system'];
  if (system === undefined) return [];
  const { needs, orElse }: { needs: readonly PropertyName[]; orElse?: PropertyName } =
    SYSTEMS[system];
  const missing = needs.filter((name) => config[name] === undefined);
  const isOtherwise = orElse !== undefined && config[orElse] !== undefined;
  if (isOtherwise && missing.length === needs.length) return [];
  return missing.map((name) => `app.telephony.system: ${system} needs ${name}`);
}

/** A telephone that no browser could choose, or a password for none. */
function phonesOfNobody(config: Config): string[] {
  const phones = Object.keys(config['app.telephony.phones'] ?? {});
  const desks = Object.keys(config['app.telephony.desks'] ?? {});
  const logins = Object.keys(config['app.telephony.phone-secrets'] ?? {});
  const isAlone = phones.length > 0 && config['app.telephony.system'] === undefined;
  return [
    ...(isAlone ? ['app.telephony.phones: needs app.telephony.system as well'] : []),
    ...phones
      .filter((desk) => !desks.includes(desk))
      .map((desk) => `app.telephony.phones: ${desk} is no desk of app.telephony.desks`),
    ...logins
      .filter((desk) => !phones.includes(desk))
      .map((desk) => `app.telephony.phone-secrets: ${desk} is no desk of app.telephony.phones`),
  ];
}

function openAndClosed(config: Config): string[] {
  const closedBy = (['app.access.password', 'app.access.token', 'app.access.tokens'] as const).find(
    (name) => config[name] !== undefined,
  );
  return config['app.access.open'] && closedBy
    ? [`app.access.open: true contradicts ${closedBy}, which closes what it opens`]
    : [];
}

/** The configuration of an untouched installation, with some properties changed. */
export function presetConfig(changes: Partial<Config> = {}): Config {
  const loaded = loadConfig([], {}, () => '');
  if (loaded.wants !== 'run') throw new Error('the defaults do not pass their own validation');
  return { ...loaded.config, ...changes };
}
