import { CHANNELS, GENERIC } from '@hookline/contract';
import type { ChannelName } from 'hookline-client';
import { httpUrl } from '../config/kinds/kinds.ts';
import { environmentName, fileVariable, PROPERTIES } from '../config/properties.ts';
import { readSecretFile } from '../config/secret-files.ts';
import { type Io, UsageMistake } from './command.ts';
import { unknownWord } from './read-options.ts';

const DEFAULT_URL = 'http://localhost:8080';
export const CHANNEL_NAMES: readonly ChannelName[] = [...CHANNELS, GENERIC];

/** Options of every command that talks to a running server. */
export const URL_OPTION = {
  value: 'URL',
  about: `where the server is (${DEFAULT_URL})`,
};

export function urlOf(typed: string | undefined): string {
  const url = httpUrl.parse(withScheme(typed ?? DEFAULT_URL));
  if (url !== undefined) return url;
  throw new UsageMistake(`--url: ${JSON.stringify(typed)} is not ${httpUrl.allowed}`);
}

/** `localhost:8080`, as one types it into a browser. */
export function withScheme(typed: string): string {
  return /^[a-z]+:\/\//i.test(typed) ? typed : `http://${typed}`;
}

export function channelsOf(typed: readonly string[]): readonly ChannelName[] {
  return typed.map((name) => {
    const known = CHANNEL_NAMES.find((channel) => channel === name);
    if (known !== undefined) return known;
    const mistake = unknownWord(name, 'channel', CHANNEL_NAMES);
    throw new UsageMistake(`--channel: ${mistake} (there are ${CHANNEL_NAMES.join(', ')})`);
  });
}

/** From the option, else from the variables that the server has it from. */
export function tokenOf(
  typed: string | undefined,
  property: 'app.access.token' | 'app.webhook.token',
  env: Io['env'],
): string | undefined {
  const variable = environmentName(property);
  const ofFile = fileVariable(property) ?? '';
  const path = env[ofFile];
  let token = typed ?? env[variable];
  if (token === undefined && path) {
    const read = readSecretFile(path);
    if ('problem' in read) throw new UsageMistake(`${ofFile}: ${read.problem}`);
    token = read.value;
  }
  if (!token) return undefined;
  const { kind } = PROPERTIES[property];
  if (kind.parse(token) !== undefined) return token;
  const from = typed === undefined ? variable : '--token';
  throw new UsageMistake(`${from}: *** is not allowed; allowed: ${kind.allowed}`);
}
