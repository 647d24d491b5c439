import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * What a test may need beyond Node and npm packages, by the word for it: a comment that ends with
 * `@needs nginx`, in the test file or in one that it imports, says so. Beside it are the Debian
 * packages that bring it, as `install-debian.sh` takes them.
 */
const DEBIAN = {
  /** `build.sh`: the home page, and what `npm start` runs. */
  build: [],
  /** The server as one program, in a third of the time that its sources take to start. */
  bundle: [],
  postgres: ['postgresql'],
  chromium: ['chromium:chromium', 'chromium-headless-shell:chromium-headless-shell'],
  nginx: ['nginx:nginx-light'],
  caddy: ['caddy:caddy'],
  curl: ['curl:curl'],
  openssl: ['openssl:openssl'],
  systemd: ['systemd-analyze:systemd'],
  /** `nats-server.sh`: that of Debian 12 is too old. */
  nats: [],
  'old-nats': [],
  'soap-clients': ['php:php-cli', 'php-soap', 'libsoap-lite-perl'],
  panoramisk: ['python3-panoramisk'],
  sip: [
    ...['kamailio:kamailio', 'kamailio-tls-modules', 'kamailio-presence-modules'],
    ...['sipp:sip-tester', 'baresip:baresip-core'],
  ],
} satisfies Readonly<Record<string, readonly string[]>>;

export type Need = keyof typeof DEBIAN;

const ROOT = join(import.meta.dirname, '..');

/** Imports that are there when it runs; those of types are not. */
const IMPORT = /(?:^import (?!type )[^']*|^export [^']*from |\bimport\()'(\.[^']+\.ts)'/gm;
const MARK = /@needs ([a-z -]+) \*\//g;

/** Of what is shipped nothing needs anything for a test. */
const SHIPPED = /\/packages\/[^/]+\/src\//;

interface ReadFile {
  readonly needs: readonly Need[];
  readonly imports: readonly string[];
}

/** What test files need, by their absolute paths; `read` keeps what was read for the next question. */
export function needsOf(files: readonly string[], read = new Map<string, ReadFile>()): Set<Need> {
  const reached = new Set(files);
  const needs = new Set<Need>();
  // What is added while it is gone through is gone through, too.
  for (const file of reached) {
    if (SHIPPED.test(file)) continue;
    const found = read.get(file) ?? readNeeds(file);
    read.set(file, found);
    for (const need of found.needs) needs.add(need);
    for (const imported of found.imports) reached.add(imported);
  }
  return needs;
}

/** Which of the files that fit a pattern need anything, as patterns. */
export function needy(patterns: readonly string[]): string[] {
  const read = new Map<string, ReadFile>();
  return globSync(patterns, { cwd: ROOT }).filter(
    (file) => needsOf([join(ROOT, file)], read).size > 0,
  );
}

export function debianPackages(needs: Iterable<Need>): string[] {
  return [...needs].flatMap((need) => DEBIAN[need]);
}

function readNeeds(file: string): ReadFile {
  // A module that is written while a test is watched may come a moment later.
  const code = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const words = [...code.matchAll(MARK)].flatMap(([, each = '']) => each.trim().split(' '));
  const unknown = words.find((word) => !isNeed(word));
  if (unknown !== undefined) throw new Error(`${relative(ROOT, file)}: nobody knows ${unknown}`);
  return {
    needs: words.filter(isNeed),
    imports: [...code.matchAll(IMPORT)].map(([, name = '']) => join(dirname(file), name)),
  };
}

function isNeed(word: string): word is Need {
  return Object.hasOwn(DEBIAN, word);
}
