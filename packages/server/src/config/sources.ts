import { LineCounter, parseDocument } from 'yaml';
import {
  environmentName,
  fileVariable,
  PROPERTIES,
  type Property,
  type PropertyName,
} from './properties.ts';
import { readSecretFile } from './secret-files.ts';
import { probablyMeant, slips } from './slips.ts';

/** A value somebody wrote down, and where, so that a mistake can be pointed at. */
export interface Setting {
  readonly value: string;
  readonly from: string;
  /** The file that it stands in. */
  readonly file?: string;
}

/** What one source says: settings by property name, mistakes, and remarks for the log. */
export interface Source {
  readonly settings: Map<PropertyName, Setting>;
  readonly mistakes: string[];
  readonly remarks: string[];
}

const NAMES = Object.keys(PROPERTIES) as PropertyName[];
const isProperty = (name: string): name is PropertyName => Object.hasOwn(PROPERTIES, name);
/** By its name of today, or by that of an earlier version, which is weaker. */
const propertyOf = (name: string): PropertyName | undefined =>
  isProperty(name) ? name : FORMER_NAMES.get(name);
const FORMER_NAMES = new Map(
  NAMES.flatMap((name) => {
    const { formerly }: Property<unknown> = PROPERTIES[name];
    return formerly === undefined ? [] : [[formerly, name] as const];
  }),
);

function set({ settings }: Source, name: string, setting: Setting): void {
  const property = propertyOf(name);
  if (property && (property === name || !settings.has(property))) settings.set(property, setting);
}

const emptySource = (): Source => ({ settings: new Map(), mistakes: [], remarks: [] });

function unknown(name: string, from: string, known: readonly string[] = NAMES): string {
  const meant = probablyMeant(name, known);
  return `${from}: no such property${meant ? `; did you mean ${meant}?` : ' (--help lists them all)'}`;
}

export interface CommandLine extends Source {
  readonly configFile: string | undefined;
  readonly wants: 'run' | 'help' | 'version';
}

const SHORT_FORMS = new Map<string, PropertyName>([['--profile', 'app.profiles']]);

export function readCommandLine(argv: readonly string[]): CommandLine {
  const source = emptySource();
  let configFile: string | undefined;
  let wants: CommandLine['wants'] = 'run';
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [, flag = word, inline] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    if (flag === '--help' || flag === '-h') wants = 'help';
    else if (flag === '--version') wants = 'version';
    else if (!flag.startsWith('--')) {
      source.mistakes.push(`${word}: not understood (--help lists what is)`);
    } else {
      const name = SHORT_FORMS.get(flag) ?? flag.slice(2);
      const takesValue = flag === '--config' || propertyOf(name) !== undefined;
      if (!takesValue) {
        const flags = ['--config', '--help', '--version', ...SHORT_FORMS.keys()];
        source.mistakes.push(unknown(flag, flag, [...flags, ...NAMES.map((n) => `--${n}`)]));
        // The value of a misspelt flag is not a mistake of its own.
        if (inline === undefined && words[0] && !words[0].startsWith('-')) words.shift();
        continue;
      }
      const next = words[0];
      const value = inline ?? (next?.startsWith('--') ? undefined : words.shift());
      if (value === undefined) source.mistakes.push(`${flag}: a value is missing`);
      else if (flag === '--config') configFile = value;
      else {
        const before = name === 'app.profiles' ? source.settings.get(name) : undefined;
        const joined = before ? `${before.value},${value}` : value;
        set(source, name, { value: joined, from: flag });
      }
    }
  }
  return { ...source, configFile, wants };
}

/** `APP_SERVER_` and so on: below these every variable is meant for us. */
const GROUPS = new Set(
  NAMES.filter((name) => name.split('.').length > 2).map(
    (name) => `${environmentName(name.split('.').slice(0, 2).join('.'))}_`,
  ),
);

export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): Source {
  const source = emptySource();
  const byVariable = new Map(
    Array.from(FORMER_NAMES.keys(), (name) => [environmentName(name), name]),
  );
  const byFileVariable = new Map<string, PropertyName>();
  for (const name of NAMES) {
    byVariable.set(environmentName(name), name);
    const ofFile = fileVariable(name);
    if (ofFile) byFileVariable.set(ofFile, name);
  }
  for (const [variable, value] of Object.entries(env)) {
    if (value === undefined || !variable.startsWith('APP_')) continue;
    const name = byVariable.get(variable);
    const inFile = byFileVariable.get(variable);
    if (name) set(source, name, { value, from: variable });
    else if (inFile) takeSecretFile(inFile, variable, value);
    else judgeUnknown(variable);
  }
  for (const name of NAMES) {
    const { alias }: Property<unknown> = PROPERTIES[name];
    if (!alias || source.settings.has(name)) continue;
    const value = env[alias];
    if (value) source.settings.set(name, { value, from: alias });
  }
  return source;

  function takeSecretFile(name: PropertyName, variable: string, path: string): void {
    const plain = environmentName(name);
    if (env[plain] !== undefined) {
      source.mistakes.push(`${plain} and ${variable}: set one of the two, not both`);
    } else if (path === '') {
      source.mistakes.push(`${variable}: is empty; leave it out, or name a file`);
    } else {
      const read = readSecretFile(path, readFile);
      if ('problem' in read) source.mistakes.push(`${variable}: ${read.problem}`);
      else
        source.settings.set(name, { value: read.value, from: `${variable}, ${path}`, file: path });
    }
  }

  function judgeUnknown(variable: string): void {
    const plain = variable.replace(/_FILE$/, '');
    if (plain !== variable && byVariable.has(plain)) {
      source.mistakes.push(`${variable}: only secrets are read from a file; set ${plain}`);
      return;
    }
    const known = [...byVariable.keys(), ...byFileVariable.keys()];
    const isOurs =
      [...GROUPS].some((group) => variable.startsWith(group)) ||
      known.some((candidate) => slips(variable, candidate) <= 1);
    if (isOurs) source.mistakes.push(unknown(variable, variable, known));
    else source.remarks.push(`${variable} is set but is no property of Hookline; ignored`);
  }
}

/** Reads YAML in which properties are nested (`app: {server: {port: 1}}`), dotted, or both. */
export function readConfigFile(file: string, content: string): Source {
  const source = emptySource();
  const lines = new LineCounter();
  // The failsafe schema reads every value as the text that stands there: a token 0123 stays 0123.
  const document = parseDocument(content, { schema: 'failsafe', lineCounter: lines });
  for (const error of document.errors) {
    const { line } = lines.linePos(error.pos[0]);
    source.mistakes.push(`${file}, line ${line}: ${error.message.split('\n')[0]}`);
  }
  if (source.mistakes.length > 0) return source;

  const visit = (value: unknown, path: string): void => {
    const from = path ? `${path} in ${file}` : file;
    if (propertyOf(path)) {
      const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
      if (typeof value === 'string') set(source, path, { value, from, file });
      else if (isList) set(source, path, { value: value.join(','), from, file });
      else source.mistakes.push(`${from}: a single value is expected here`);
    } else if (value && typeof value === 'object' && !Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, path ? `${path}.${key}` : key);
    } else if (path) {
      source.mistakes.push(unknown(path, from));
    } else if (value !== null && value !== '') {
      source.mistakes.push(`${file}: properties are expected, such as "app.server.port: 9000"`);
    }
  };
  visit(document.toJS(), '');
  return source;
}
