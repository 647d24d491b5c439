import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { helpText } from '../src/config/describe.ts';
import type { Kind } from '../src/config/kinds/kinds.ts';
import { type Loaded, loadConfig } from '../src/config/load.ts';
import { type Config, environmentName, PROPERTIES } from '../src/config/properties.ts';
import { startLines } from '../src/start-report.ts';

const SOURCES = join(import.meta.dirname, '../src');

const isSecret = (name: string) =>
  Object.entries<{ kind: Kind<unknown> }>(PROPERTIES).some(
    ([known, { kind }]) => known === name && kind.secret === true,
  );

function load(argv: string[] = [], env: Record<string, string> = {}, file?: string): Loaded {
  return loadConfig(argv, env, (path) => {
    if (file === undefined) throw Object.assign(new Error('absent'), { code: 'ENOENT' });
    return path.endsWith('broken.yaml') ? 'app: [' : file;
  });
}
function configOf(...parameters: Parameters<typeof load>): Config {
  const loaded = load(...parameters);
  if (loaded.wants !== 'run') throw new Error(JSON.stringify(loaded));
  return loaded.config;
}
function mistakesOf(...parameters: Parameters<typeof load>): readonly string[] {
  const loaded = load(...parameters);
  return loaded.wants === 'mistakes' ? loaded.mistakes : [];
}

describe('[CF1] sources', () => {
  const file = 'app:\n  server:\n    port: 3\napp.stream.heartbeat: 1m\n';

  test('command line beats environment beats file beats default', () => {
    const port = 'app.server.port';
    expect(configOf()[port]).toBe(8080);
    expect(configOf([], {}, file)[port]).toBe(3);
    expect(configOf([], { APP_SERVER_PORT: '2' }, file)[port]).toBe(2);
    expect(configOf(['--app.server.port=1'], { APP_SERVER_PORT: '2' }, file)[port]).toBe(1);
    expect(configOf(['--app.server.port', '1'])[port]).toBe(1);
    expect(configOf([], {}, file)['app.stream.heartbeat']).toBe(60_000);
  });

  test('dots and dashes become underscores in the environment', () => {
    expect(environmentName('app.webhook.max-bytes')).toBe('APP_WEBHOOK_MAX_BYTES');
    expect(configOf([], { APP_WEBHOOK_MAX_BYTES: '5' })['app.webhook.max-bytes']).toBe(5);
  });

  test('[CF2] by the name of an earlier version, which that of today goes before', () => {
    const timeout = 'app.cluster.timeout';
    const former = 'app.cluster.patience';
    expect(configOf([`--${former}=1s`])[timeout]).toBe(1000);
    expect(configOf([], { APP_CLUSTER_PATIENCE: '2s' })[timeout]).toBe(2000);
    expect(configOf([], {}, `${former}: 3s`)[timeout]).toBe(3000);
    expect(configOf([`--${timeout}=4s`, `--${former}=1s`])[timeout]).toBe(4000);
    const both = { APP_CLUSTER_TIMEOUT: '5s', APP_CLUSTER_PATIENCE: '2s' };
    expect(configOf([], both)[timeout]).toBe(5000);
    expect(mistakesOf([`--${former}`, '1ms'])).toEqual([
      `${timeout} (from --${former}): "1ms" is not allowed; allowed: a duration from 500ms to 60s, such as 500ms, 15s, 10m, 12h or 90d`,
    ]);
  });

  test('profiles can be given in every way', () => {
    expect(configOf(['--profile', 'mock'])['app.profiles']).toEqual(['mock']);
    expect(configOf(['--profile=mock'])['app.profiles']).toEqual(['mock']);
    expect(configOf([], { APP_PROFILES: 'mock' })['app.profiles']).toEqual(['mock']);
    expect(configOf([], {}, 'app.profiles: [mock]')['app.profiles']).toEqual(['mock']);
    expect(mistakesOf(['--profile', 'mokc'])).toEqual([
      'app.profiles (from --profile): "mokc" is not allowed; allowed: mock; several are separated by commas',
    ]);
  });

  test('[OB] every path is whole once it is read, for the working folder may go', () => {
    const paths: Partial<Record<keyof Config, string>> = {
      'app.server.tls.cert': 'a/cert.pem',
      'app.server.tls.key': './key.pem',
      'app.access.ended-sessions': './ended',
      'app.archive.spool-dir': '../spool',
      'app.telephony.phone-book': 'book.csv',
      'app.mock.addresses': './addresses.json',
    };
    const config = configOf(Object.entries(paths).map(([name, path]) => `--${name}=${path}`));
    for (const [name, path] of Object.entries(paths)) {
      expect(config[name as keyof Config], name).toBe(resolve(path));
    }
    expect(configOf()['app.archive.url']).toBe(`sqlite:${resolve('data/hookline.db')}`);
    const words = { 'app.telephony.phone-book': 'system', 'app.mock.addresses': 'archive' };
    const named = Object.entries(words).map(([name, word]) => `--${name}=${word}`);
    expect(configOf(named)).toMatchObject(words);
  });

  test('a value in the file is the text that stands there', () => {
    expect(configOf([], {}, 'app.webhook.token: 0123')['app.webhook.token']).toBe('0123');
    expect(configOf([], {}, 'app.webhook.token: 1e3')['app.webhook.token']).toBe('1e3');
    expect(configOf([], {}, '')['app.server.port']).toBe(8080);
    expect(configOf([], {}, '# nothing yet\n')['app.server.port']).toBe(8080);
  });

  test('[CF3] plain PORT and HOST are understood, APP_ names are stronger', () => {
    expect(configOf([], { PORT: '9000', HOST: '0.0.0.0' })).toMatchObject({
      'app.server.port': 9000,
      'app.server.host': '0.0.0.0',
    });
    expect(configOf([], { PORT: '9000', APP_SERVER_PORT: '1' })['app.server.port']).toBe(1);
  });
});

describe('[CF2] mistakes', () => {
  test.each<[string, Parameters<typeof load>, string]>([
    [
      'a bad value',
      [['--app.server.port=80a']],
      '--app.server.port: "80a" is not allowed; allowed: a whole number from 0 to 65535',
    ],
    [
      'a bad variable',
      [[], { PORT: 'x' }],
      'app.server.port (from PORT): "x" is not allowed; allowed: a whole number from 0 to 65535',
    ],
    [
      'a bad duration',
      [[], { APP_STREAM_HEARTBEAT: '15' }],
      'app.stream.heartbeat (from APP_STREAM_HEARTBEAT): "15" is not allowed; allowed: a duration from 100ms to 10m, such as 500ms, 15s, 10m, 12h or 90d',
    ],
    [
      'a secret',
      [['--app.webhook.token=päss word']],
      '--app.webhook.token: *** is not allowed; allowed: visible ASCII characters without spaces',
    ],
    [
      'an empty value',
      [[], { APP_WEBHOOK_TOKEN: '' }],
      'app.webhook.token (from APP_WEBHOOK_TOKEN): is empty; leave it out to use the default',
    ],
    [
      'an unknown flag',
      [['--app.webhok.token=x']],
      '--app.webhok.token: no such property; did you mean --app.webhook.token?',
    ],
    ['another flag', [['--prot', '80']], '--prot: no such property (--help lists them all)'],
    ['a stray word', [['serve']], 'serve: not understood (--help lists what is)'],
    ['a missing value', [['--app.server.port']], '--app.server.port: a value is missing'],
    [
      'a variable in a group of ours',
      [[], { APP_SERVER_COLOUR: 'x' }],
      'APP_SERVER_COLOUR: no such property (--help lists them all)',
    ],
    [
      'a variable one slip away',
      [[], { APP_PROFILE: 'mock' }],
      'APP_PROFILE: no such property; did you mean APP_PROFILES?',
    ],
    [
      'an unknown key',
      [[], {}, 'app:\n  server:\n    prot: 1'],
      'app.server.prot in hookline.yaml: no such property; did you mean app.server.port?',
    ],
    [
      'a foreign key',
      [[], {}, 'server: {port: 1}'],
      'server.port in hookline.yaml: no such property (--help lists them all)',
    ],
    [
      'a group as value',
      [[], {}, 'app.server.port: {a: 1}'],
      'app.server.port in hookline.yaml: a single value is expected here',
    ],
    [
      'no properties at all',
      [[], {}, 'just text'],
      'hookline.yaml: properties are expected, such as "app.server.port: 9000"',
    ],
    [
      'a certificate without key',
      [['--app.server.tls.cert=c.pem']],
      'app.server.tls.cert: needs app.server.tls.key as well',
    ],
    [
      'a control name',
      [['--app.stream.event-name=hello']],
      '--app.stream.event-name: "hello" is not allowed; allowed: up to 64 letters, digits, dots, dashes or underscores, but no name of a control message',
    ],
    [
      'a file that is not there',
      [['--config', 'other.yaml']],
      'other.yaml: cannot be read (ENOENT)',
    ],
  ])('%s', (_what, parameters, message) => {
    expect(mistakesOf(...parameters)).toEqual([message]);
  });

  test('a broken file is pointed at by line', () => {
    expect(mistakesOf(['--config', 'broken.yaml'], {}, '')[0]).toMatch(/^broken\.yaml, line 1: /);
  });

  test('[SE1] open and closed at once is refused', () => {
    const open = '--app.access.open=true';
    expect(mistakesOf([open])).toEqual([]);
    expect(mistakesOf([open, '--app.access.token=t'])).toEqual([
      'app.access.open: true contradicts app.access.token, which closes what it opens',
    ]);
    expect(mistakesOf(['--app.access.open=false', '--app.access.password=p'])).toEqual([]);
  });

  test('[SE1] a password is never shown', () => {
    const [mistake] = mistakesOf([], { APP_ACCESS_PASSWORD: 'scrypt:half-a-hash' });
    expect(mistake).toMatch(/^app\.access\.password \(from APP_ACCESS_PASSWORD\): \*\*\* is not/);
  });

  test('all are listed at once', () => {
    const env = { APP_SERVER_PORT: '-1', APP_LOG_LEVEL: 'loud' };
    expect(mistakesOf(['--app.x=1'], env, 'app.y: 1')).toHaveLength(4);
  });

  test('variables of hosting platforms are only mentioned', () => {
    const loaded = load([], { APP_NAME: 'x', APP_KEY: 'y', APPLE: 'z' });
    expect(loaded).toMatchObject({ wants: 'run' });
    expect(loaded.wants === 'run' && loaded.remarks).toEqual([
      'APP_NAME is set but is no property of Hookline; ignored',
      'APP_KEY is set but is no property of Hookline; ignored',
    ]);
  });

  test('hostile names do no harm', () => {
    expect(mistakesOf(['--__proto__=x', '--constructor', 'y'])).toHaveLength(2);
    expect(mistakesOf([], {}, '__proto__: {a: 1}')).toHaveLength(1);
  });
});

describe('[CF1] secrets from files', () => {
  const HASH = `scrypt:32768:8:3:${'s'.repeat(22)}:${'h'.repeat(43)}`;
  const files: Record<string, string> = {
    '/run/secrets/token': 'T0ken\n',
    '/run/secrets/windows': '\ufeffsecret\r\n',
    '/run/secrets/url': 'postgres://u:p@db/hookline\n',
    '/run/secrets/line': `app.access.password: ${HASH}\n`,
    '/run/secrets/empty': '\n',
    '/run/secrets/bad': 'päss word\n',
    '/run/secrets/latin1': 'Gr\ufffd\ufffde',
  };
  const readFile = (path: string) => {
    const content = files[path];
    if (path === '/run/secrets') throw Object.assign(new Error('folder'), { code: 'EISDIR' });
    if (content === undefined) throw Object.assign(new Error('absent'), { code: 'ENOENT' });
    return content;
  };
  const loadFrom = (env: Record<string, string>, ...argv: string[]) =>
    loadConfig(argv, env, readFile);

  test('the line break at the end does not count', () => {
    const env = {
      APP_WEBHOOK_TOKEN_FILE: '/run/secrets/token',
      APP_WEBHOOK_SECRET_JOBS_FILE: '/run/secrets/windows',
      APP_ARCHIVE_URL_FILE: '/run/secrets/url',
    };
    expect(loadFrom(env)).toMatchObject({
      wants: 'run',
      config: {
        'app.webhook.token': 'T0ken',
        'app.webhook.secret.jobs': 'secret',
        'app.archive.url': 'postgres://u:p@db/hookline',
      },
    });
  });

  test('[SE1] the line that hash-password prints is understood as the hash in it', () => {
    expect(loadFrom({ APP_ACCESS_PASSWORD_FILE: '/run/secrets/line' })).toMatchObject({
      config: { 'app.access.password': HASH },
    });
  });

  test('the command line is stronger', () => {
    const env = { APP_WEBHOOK_TOKEN_FILE: '/run/secrets/token' };
    expect(loadFrom(env, '--app.webhook.token=other')).toMatchObject({
      config: { 'app.webhook.token': 'other' },
    });
  });

  test('every secret has one, and nothing else', () => {
    for (const [name, { kind }] of Object.entries<{ kind: Kind<unknown> }>(PROPERTIES)) {
      const variable = `${environmentName(name)}_FILE`;
      const loaded = loadFrom({ [variable]: '/run/secrets/none' });
      expect(loaded).toEqual({
        wants: 'mistakes',
        mistakes: [
          kind.secret
            ? `${variable}: /run/secrets/none cannot be read: there is no such file`
            : `${variable}: only secrets are read from a file; set ${environmentName(name)}`,
        ],
      });
    }
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'both',
      { APP_WEBHOOK_TOKEN: 'T0ken', APP_WEBHOOK_TOKEN_FILE: '/run/secrets/token' },
      'APP_WEBHOOK_TOKEN and APP_WEBHOOK_TOKEN_FILE: set one of the two, not both',
    ],
    [
      'an empty file',
      { APP_ACCESS_PASSWORD_FILE: '/run/secrets/empty' },
      'APP_ACCESS_PASSWORD_FILE: /run/secrets/empty is empty',
    ],
    [
      'no file',
      { APP_ACCESS_PASSWORD_FILE: '' },
      'APP_ACCESS_PASSWORD_FILE: is empty; leave it out, or name a file',
    ],
    [
      'a folder',
      { APP_ACCESS_PASSWORD_FILE: '/run/secrets' },
      'APP_ACCESS_PASSWORD_FILE: /run/secrets cannot be read: it is a folder',
    ],
    [
      'another encoding',
      { APP_ACCESS_PASSWORD_FILE: '/run/secrets/latin1' },
      'APP_ACCESS_PASSWORD_FILE: /run/secrets/latin1 is not text in UTF-8',
    ],
    [
      'a bad secret, which is not shown',
      { APP_WEBHOOK_TOKEN_FILE: '/run/secrets/bad' },
      'app.webhook.token (from APP_WEBHOOK_TOKEN_FILE, /run/secrets/bad): *** is not allowed; allowed: visible ASCII characters without spaces',
    ],
    [
      'a slip',
      { APP_ACCESS_TOKEN_FIEL: '/run/secrets/token' },
      'APP_ACCESS_TOKEN_FIEL: no such property; did you mean APP_ACCESS_TOKEN_FILE?',
    ],
  ])('%s is a mistake', (_what, env, message) => {
    expect(loadFrom(env)).toEqual({ wants: 'mistakes', mistakes: [message] });
  });
});

describe("[CF2] the house's own names, words and time zone", () => {
  test('[RE2] names of fields come as a list', () => {
    expect(configOf(['--app.jobs.reference-names=Sendungs-Nr, lfd_nr'])).toMatchObject({
      'app.jobs.reference-names': ['Sendungs-Nr', 'lfd_nr'],
    });
    expect(mistakesOf(['--app.jobs.reference-names=ok, --'])).toHaveLength(1);
  });

  test('[RE4] words say what they mean', () => {
    const file = 'app.jobs.status-words:\n  - in Prüfung=problem\n  - fast da = underway\n';
    expect(configOf([], {}, file)['app.jobs.status-words']).toEqual({
      'in Prüfung': 'problem',
      'fast da': 'underway',
    });
    const written = '--app.jobs.status-words=90=done, "Abgabe, Nachbar" = done,7 = open';
    expect(configOf([written])['app.jobs.status-words']).toEqual({
      '90': 'done',
      'Abgabe, Nachbar': 'done',
      '7': 'open',
    });
    const meanings = 'they may mean new, open, assigned, underway, problem, done, canceled';
    for (const [words, why] of [
      ['ok=done,in Prüfung', 'in Prüfung: without what it means'],
      ['x=late', 'x=late: means late'],
      ['=done', '=done: no word'],
      ['a=b=done', 'a=b=done: means b=done'],
      ['a=done,a=open', 'a=open: is there twice'],
    ] as const) {
      const [mistake, ...others] = mistakesOf([`--app.jobs.status-words=${words}`]);
      expect(others).toEqual([]);
      expect(mistake).toContain(`${why}; ${meanings}`);
    }
  });

  test('[RE5] a time zone is one that there is', () => {
    expect(configOf(['--app.time-zone=europe/berlin'])['app.time-zone']).toBe('Europe/Berlin');
    expect(mistakesOf(['--app.time-zone=Berlin'])).toEqual([
      expect.stringContaining('a time zone such as Europe/Berlin'),
    ]);
  });

  test('[RE5] the start names the zone, and warns of one that nobody has chosen', () => {
    const told = (config: Config) =>
      startLines(config, 'http://127.0.0.1:8080', 'off').map(({ text }) => text);
    const [line, ...warnings] = told(configOf(['--app.time-zone=UTC']));
    expect(line).toMatch(/ · time zone: UTC$/);
    expect(warnings).toEqual([]);
    vi.stubEnv('TZ', 'UTC');
    expect(told(configOf())[1]).toMatch(/taken for UTC: set app\.time-zone/);
    vi.stubEnv('TZ', 'Europe/Vienna');
    expect(told(configOf())).toEqual([expect.stringMatching(/time zone: Europe\/Vienna$/)]);
    vi.unstubAllEnvs();
  });
});

test('[CF2] every property is read by something: one that nobody reads would be obeyed by nobody', () => {
  const read = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !/^config\/(cluster-)?properties\.ts$|\/properties\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
  const unread = Object.keys(PROPERTIES).filter((name) => !read.includes(`'${name}'`));
  expect(unread).toEqual([]);
});

test('--help lists every property, --version is understood', () => {
  expect(load(['--help'])).toEqual({ wants: 'help' });
  expect(load(['-h', '--nonsense'])).toEqual({ wants: 'help' });
  expect(load(['--version'])).toEqual({ wants: 'version' });
  const text = helpText('1.2.3');
  for (const name of Object.keys(PROPERTIES)) {
    expect(text).toContain(`--${name}=`);
    expect(text).toContain(environmentName(name));
    expect(text.includes(`${environmentName(name)}_FILE`)).toBe(isSecret(name));
  }
});

describe('[DI4] where a map is', () => {
  const MAP = 'app.home.map-url';

  test.each(['https://maps.example.com/?q={address}', 'http://karte/{address}#z', ''])(
    '%j is taken',
    (value) => {
      const loaded = load([`--${MAP}=${value}`]);
      expect(loaded).toMatchObject({ wants: 'run', config: { [MAP]: value } });
    },
  );

  test.each([
    'https://maps.example.com/',
    'javascript:alert({address})',
    'https://{address}/',
    'https://maps.example.com{address}',
    'https://a:b@maps.example.com/{address}',
    'maps.example.com/{address}',
    'https://maps.example.com/ {address}',
  ])('%j is refused', (value) => {
    const loaded = load([`--${MAP}=${value}`]);
    expect(loaded).toMatchObject({
      wants: 'mistakes',
      mistakes: [expect.stringContaining(`--${MAP}: "${value}" is not allowed`)],
    });
  });
});
