import { X509Certificate } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { absentFile, checkArchive } from '../archive/threads/check-archive.ts';
import { phoneOptions } from '../archive/threads/create-archive.ts';
import type { SenderSignature } from '../config/named-secrets.ts';
import type { Config } from '../config/properties.ts';
import { senderNames } from '../config/senders.ts';
import { timeZone, zoneWarning } from '../config/time-zone.ts';
import { HOME_FOLDER } from '../home-folder.ts';
import { readCertificate } from '../http/tls.ts';
import { openPaths } from '../owner-only.ts';
import { startLines, startProblem } from '../start-report.ts';
import { configuredTelephony } from '../telephony/systems/configured.ts';

/** What a look of `hookline check` has found. */
export interface Finding {
  /** More exactly what it is about, where one look finds several things. */
  readonly about?: string;
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

const ok = (text: string): Finding => ({ state: 'ok', text });
const wrong = (text: string): Finding => ({ state: 'wrong', text });
const note = (text: string): Finding => ({ state: 'note', text });

/** Of a journal that waits there may be thousands. */
const NAMED = 4;

export interface Check {
  readonly about: string;
  /** Undefined when the configuration has no need of it. */
  look(config: Config): Promise<Found> | Found;
}

type Found = Finding | readonly Finding[] | undefined;

/** What has to be right before the service can start, in the order of a start. */
export const CHECKS: readonly Check[] = [
  { about: 'archive', look: archive },
  {
    about: 'journal folder',
    look: (config) =>
      config['app.archive.url'] === 'off'
        ? undefined
        : folder(config['app.archive.spool-dir'], 'app.archive.spool-dir'),
  },
  {
    about: 'ended logins',
    look: (config) =>
      config['app.access.password'] === undefined
        ? undefined
        : folder(dirname(config['app.access.ended-sessions']), 'app.access.ended-sessions'),
  },
  { about: 'rights', look: rights },
  { about: 'cluster', look: cluster },
  { about: 'certificate', look: certificate },
  { about: 'senders', look: checkSenders },
  { about: 'silence', look: checkSilence },
  { about: 'port', look: port },
  { about: 'time zone', look: zone },
  { about: 'home page', look: homePage },
  { about: 'map', look: map },
  { about: 'mock phone book', look: (config) => bookFile(config, 'app.mock.addresses') },
  { about: 'phone book', look: (config) => bookFile(config, 'app.telephony.phone-book') },
  { about: 'telephone', look: telephone },
];

/** What somebody should know who lets others reach it. */
export function warnings(config: Config): string[] {
  return startLines(config, '', '')
    .filter(({ level }) => level === 'warn')
    .map(({ text }) => text)
    .filter((text) => text !== zoneWarning(config));
}

function zone(config: Config): Finding {
  const warning = zoneWarning(config);
  return warning === undefined ? ok(timeZone(config)) : note(warning);
}

async function archive(config: Config): Promise<Finding> {
  const url = config['app.archive.url'];
  if (url === 'off') return note('off: nothing that comes in is kept');
  const absent = absentFile(url);
  if (absent === undefined) {
    const { isWell, text } = await checkArchive(url);
    return isWell ? ok(text) : wrong(text);
  }
  const problem = folderProblem(dirname(absent));
  return problem === undefined
    ? ok(`${url} is made at the first start`)
    : wrong(`${url} cannot be made: ${problem}; give the service a folder, or set app.archive.url`);
}

function folder(path: string, property: string): Finding {
  const problem = folderProblem(path);
  return problem === undefined
    ? ok(`${path} can be written`)
    : wrong(
        `${path} cannot be written: ${problem}; give the service that right, or set ${property}`,
      );
}

/** What others on this machine can read of the data. */
function rights(config: Config): readonly Finding[] {
  const { ours = [], others = [] } = Object.groupBy(openPaths(config), ({ isOurs }) =>
    isOurs ? 'ours' : 'others',
  );
  const named = ours.slice(0, NAMED).map(({ path }) => path);
  const more = ours.length > NAMED ? [`${ours.length - NAMED} more`] : [];
  const mended = `${[...named, ...more].join(', ')}: others on this machine get at it; the next start of the service ends that`;
  return [
    ...(ours.length > 0 ? [note(mended)] : []),
    ...others.map(({ path, mode, isFolder }) => {
      const wanted = isFolder ? '0700' : '0600';
      return note(
        `${path} can be read by others (${mode.toString(8).padStart(4, '0')}); chmod ${wanted} ${path}`,
      );
    }),
  ];
}

async function cluster(config: Config): Promise<readonly Finding[]> {
  const servers = config['app.cluster.url'];
  if (!servers) return [];
  const { checkCluster } = await import('../cluster/check-cluster.ts');
  return checkCluster(config, servers);
}

function certificate(config: Config): Finding | undefined {
  try {
    const pair = readCertificate(config);
    if (!pair) return undefined;
    const { validToDate, validFromDate } = new X509Certificate(pair.cert);
    const now = new Date();
    const day = (date: Date) => date.toISOString().slice(0, 10);
    if (now > validToDate) return wrong(`it ended on ${day(validToDate)}; put a new one there`);
    if (now < validFromDate) return wrong(`it begins on ${day(validFromDate)} only`);
    return ok(`valid until ${day(validToDate)}`);
  } catch (error) {
    const text = startProblem(error, config);
    return wrong(
      text.includes('app.server.tls') ? text : `${text}; see app.server.tls.cert and .key`,
    );
  }
}

/** Takes the port for a moment, as the service would. */
async function port(config: Config): Promise<Finding> {
  const { 'app.server.host': host, 'app.server.port': number } = config;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: number }, resolve);
    });
    return ok(number === 0 ? `any free one on ${host}` : `${number} on ${host} is free`);
  } catch (error) {
    return wrong(startProblem(error, config));
  } finally {
    server.close();
  }
}

function homePage(): Finding {
  return existsSync(join(HOME_FOLDER, 'index.html'))
    ? ok('built')
    : wrong('not built, so / would only say so; run npm run build');
}

/** Not asked: it is the browsers that go there, on a click. */
function map(config: Config): Finding {
  const url = config['app.home.map-url'];
  return url === ''
    ? note('off: addresses are no links; see app.home.map-url')
    : ok(`addresses lead to ${new URL(url).host}`);
}

/** The file that a property names, if the telephone system takes its phone book from there. */
async function bookFile(config: Config, property: string): Promise<Finding | undefined> {
  const source = configuredTelephony(config)?.bookFrom;
  if (source?.kind !== 'file' || source.property !== property) return undefined;
  const { path } = source;
  const [{ readStockFile }, { PhoneBook }, { PhoneRules }] = await Promise.all([
    import('../telephony/stock-file.ts'),
    import('../telephony/phone-book.ts'),
    import('@hookline/records/phone'),
  ]);
  try {
    const book = new PhoneBook(new PhoneRules(phoneOptions(config)));
    const entries = readStockFile(path, property, (number) => book.lineOf(number));
    return ok(`${entries.length} entries in ${path}`);
  } catch (error) {
    const text = startProblem(error, config);
    return wrong(text.includes(property) ? text : `${text}; see ${property}`);
  }
}

async function telephone(config: Config): Promise<Finding[]> {
  const { checkTelephone } = await import('../telephony/systems/check.ts');
  return Array.fromAsync(checkTelephone(config));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'it is on a disk that is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'nothing can be written there',
  ENOTDIR: 'a part of the path is no folder',
};

/** Why nothing could be put into a folder, which need not be there yet; undefined if all is well. */
function folderProblem(folder: string): string | undefined {
  const existing = nearestExisting(folder);
  try {
    if (!statSync(existing).isDirectory()) return `${existing} is no folder`;
    tryToWrite(existing);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return `${existing}: ${REASONS[code] ?? code}`;
  }
}

/** Really: a right to write does not say that the disk has room, nor that it can be written. */
function tryToWrite(folder: string): void {
  const path = join(folder, `.hookline-check-${process.pid}`);
  try {
    writeFileSync(path, 'hookline check\n', { flag: 'wx' });
  } finally {
    rmSync(path, { force: true });
  }
}

function nearestExisting(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** Fewer can be tried out. */
const SHORTEST = 16;
/** Of so few different characters no token is made by chance. */
const FEWEST_CHARACTERS = 6;

/** Who may send, and which of their tokens somebody could guess. Says no token, nor a part of one. */
function checkSenders(config: Config): readonly Finding[] {
  const { 'app.webhook.senders': all, 'app.webhook.signatures': signed } = config;
  const token = config['app.webhook.token'];
  const own = token === undefined ? undefined : doubtIn(token);
  return [
    ...(all === undefined ? [] : [listed(senderNames(all), all.length)]),
    ...(signed === undefined ? [] : [signing(signed)]),
    ...(all ?? []).flatMap(({ name, token: given }): Finding[] => {
      const doubt = doubtIn(given);
      return doubt === undefined
        ? []
        : [wrong(`the token of ${name} ${doubt}; openssl rand -hex 24 makes one`)];
    }),
    // It was good enough before there were senders, so it is no mistake now.
    ...(own === undefined ? [] : [note(`app.webhook.token ${own}`)]),
  ];
}

/** What is watched, and what could never be told. */
function checkSilence(config: Config): readonly Finding[] {
  const limits = Object.entries(config['app.webhook.silence'] ?? {});
  const hours = config['app.webhook.silence-hours'];
  const longest = Math.max(...(hours ?? []).map(({ from, until }) => until - from));
  return limits.map(([name, limit]): Finding => {
    const minutes = limit / 60_000;
    return hours && minutes > longest && !isAroundTheClock(hours)
      ? wrong(
          `${name} may be silent for ${minutes} minutes, longer than the office is open at a time: nothing would ever be told`,
        )
      : ok(`${name} is told of after ${minutes} minutes`);
  });
}

/** Stretches that touch at midnight are one, and how long together is not worth working out. */
function isAroundTheClock(hours: readonly { readonly from: number; readonly until: number }[]) {
  return hours.some(({ from, until }) => from === 0 || until >= 24 * 60);
}

function listed(names: readonly string[], tokens: number): Finding {
  const changing = tokens - names.length;
  const more = changing === 0 ? '' : `; ${changing} of them with an old and a new token`;
  return ok(`${names.length}: ${names.join(', ')}${more}`);
}

function signing(signed: readonly SenderSignature[]): Finding {
  const ways = new Set(signed.map(({ name, scheme }) => `${name} as ${scheme}`));
  return ok(`known by what they sign: ${[...ways].join(', ')}`);
}

function doubtIn(token: string): string | undefined {
  if (token.length < SHORTEST) return `is short: ${token.length} characters, at least ${SHORTEST}`;
  return new Set(token).size < FEWEST_CHARACTERS ? 'repeats a few characters' : undefined;
}
