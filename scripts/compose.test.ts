import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { duration } from '../packages/server/src/config/kinds/kinds.ts';
import { loadConfig } from '../packages/server/src/config/load.ts';
import {
  environmentName,
  fileVariable,
  PROPERTIES,
  type PropertyName,
} from '../packages/server/src/config/properties.ts';

const deploy = join(import.meta.dirname, '../deploy');
const read = (file: string) => readFileSync(join(deploy, file), 'utf8');

/** The part of the Compose specification that the files use; anything else is a slip. */
const KEYS = {
  file: ['name', 'networks', 'secrets', 'services', 'volumes'],
  service: [
    'build',
    'cap_add',
    'cap_drop',
    'command',
    'depends_on',
    'environment',
    'healthcheck',
    'image',
    'logging',
    'mem_limit',
    'network_mode',
    'networks',
    'pids_limit',
    'ports',
    'read_only',
    'restart',
    'secrets',
    'security_opt',
    'shm_size',
    'stop_grace_period',
    'tmpfs',
    'ulimits',
    'user',
    'volumes',
  ],
  healthcheck: ['interval', 'start_period', 'test', 'timeout'],
} as const;

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly restart: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly depends_on?: readonly string[] | Readonly<Record<string, { condition: string }>>;
  readonly healthcheck: { readonly test: readonly string[] } & Readonly<Record<string, string>>;
  readonly stop_grace_period: string;
  readonly mem_limit: string;
  readonly pids_limit: number;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt: readonly string[];
}

interface File {
  readonly services: Readonly<Record<'hookline' | 'caddy', Service> & Record<string, Service>>;
  readonly networks?: Readonly<Record<string, object>>;
  readonly volumes: Readonly<Record<string, object>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
}

const milliseconds = (text: string) => duration('1s', '1h').parse(text) ?? 0;
const FILES = ['compose.yaml', 'cluster/compose.yaml'] as const;

describe.each(FILES)('deploy/%s', (path) => {
  const file = parse(read(path)) as File;
  const folder = join(deploy, path, '..');
  const { hookline, caddy } = file.services;

  test('has only keys of the Compose specification, and names nothing that is not there', () => {
    const unknown = (value: object, known: readonly string[]) =>
      Object.keys(value).filter((key) => !known.includes(key));
    expect(unknown(file, KEYS.file)).toEqual([]);
    const used = {
      volumes: new Set<string>(),
      secrets: new Set<string>(),
      networks: new Set<string>(),
    };
    for (const service of Object.values(file.services)) {
      expect(unknown(service, KEYS.service)).toEqual([]);
      expect(unknown(service.healthcheck, KEYS.healthcheck)).toEqual([]);
      expect(service.network_mode ?? 'host').toBe('host');
      for (const name of service.secrets ?? []) used.secrets.add(name);
      for (const name of service.networks ?? []) used.networks.add(name);
      for (const volume of service.volumes) {
        const [from = ''] = volume.split(':');
        // What is in ./secrets the operator writes.
        if (!from.startsWith('.')) used.volumes.add(from);
        else if (!from.startsWith('./secrets/')) {
          expect(existsSync(join(folder, from)), from).toBe(true);
        }
      }
      const others = service.depends_on ?? [];
      const names = Array.isArray(others) ? others : Object.keys(others);
      for (const other of names) expect(Object.keys(file.services)).toContain(other);
    }
    expect([...used.volumes].sort()).toEqual(Object.keys(file.volumes).sort());
    expect([...used.networks].sort()).toEqual(Object.keys(file.networks ?? {}).sort());
    expect([...used.secrets].sort()).toEqual(Object.keys(file.secrets).sort());
  });

  test.each(Object.keys(file.services))(
    '%s is looked after, and can do as little as possible',
    (name) => {
      const service = file.services[name] as Service;
      expect(service.healthcheck.test[0]).toBe('CMD');
      expect(service.restart).toBe('unless-stopped');
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.pids_limit).toBeGreaterThan(10);
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.cap_add ?? []).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : []);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(service.image).toMatch(/:\d|^localhost\//);
    },
  );

  test.each(Object.keys(file.services))('%s gets its secrets as files that it may read', (name) => {
    const service = file.services[name] as Service;
    for (const [variable, value] of Object.entries(service.environment)) {
      expect(variable).not.toMatch(
        /(?:PASSWORD|TOKEN|SECRET|ARCHIVE_URL|CLUSTER_URL)\w*(?<!_FILE)$/,
      );
      const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
      if (variable.endsWith('_FILE')) expect(service.secrets).toContain(secret);
    }
    for (const secret of service.secrets ?? []) {
      expect(file.secrets[secret]?.file).toBe(`./secrets/${secret}`);
    }
  });

  test('every variable is a property of ours, with a value that is allowed; none sets a profile', () => {
    const names = Object.keys(PROPERTIES) as PropertyName[];
    // A secret comes as a file only.
    const variables = names.map((name) => fileVariable(name) ?? environmentName(name));
    const { environment } = hookline;
    expect(Object.keys(environment).filter((name) => !variables.includes(name))).toEqual([]);
    const given: Record<string, string> = {
      HOOKLINE_NAME: 'hooks.example.com',
      HOOKLINE_ADDRESS: '10.0.0.11',
      HOOKLINE_MACHINES: '10.0.0.11,10.0.0.12,10.0.0.13',
    };
    const interpolated = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?[^}]+\}/, (_, variable) => given[variable] ?? ''),
    ]);
    const files: Record<string, string> = {
      '/run/secrets/archive_url': 'postgres://hookline:secret@postgres/hookline\n',
      '/run/secrets/access_password': 'secret\n',
      '/run/secrets/webhook_token': 'secret\n',
      '/run/secrets/cluster_url': 'nats://hookline:secret@a.hookline.internal:4222\n',
    };
    const loaded = loadConfig([], Object.fromEntries(interpolated), (name) => files[name] ?? '');
    expect(loaded).toMatchObject({ wants: 'run', remarks: [] });
    expect(hookline.environment).not.toHaveProperty('APP_PROFILES');
  });

  test('Caddy has the file that is tested, and is told all that it asks for', () => {
    expect(caddy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
    const asked = readFileSync(join(folder, 'Caddyfile'), 'utf8').matchAll(/\{\$(\w+):/g);
    const names = new Set(Array.from(asked, ([, name]) => name));
    expect([...names].sort()).toEqual(Object.keys(caddy.environment).sort());
    const port = PROPERTIES['app.server.port'].preset;
    for (const [name, value] of Object.entries(caddy.environment)) {
      if (!/UPSTREAM|NODES|TELEPHONY/.test(name)) continue;
      for (const place of value.split(' ')) expect(place).toMatch(new RegExp(`:${port}$`));
    }
  });

  test('[OB] Hookline has the health check of the image and the time to stop', () => {
    const containerfile = read('Containerfile');
    expect(containerfile).toContain(
      `CMD ${JSON.stringify(hookline.healthcheck.test.slice(1)).replaceAll(',', ', ')}`,
    );
    const main = readFileSync(join(deploy, '../packages/server/src/main.ts'), 'utf8');
    const [, limit] = /SHUTDOWN_LIMIT = (\d+);/.exec(main) ?? [];
    expect(milliseconds(hookline.stop_grace_period)).toBeGreaterThan(Number(limit) + 2000);
    const { context = '', dockerfile = '' } = hookline.build ?? {};
    expect(join(folder, context, dockerfile)).toBe(join(deploy, 'Containerfile'));
  });
});

test('with one machine, Hookline believes Caddy, and nobody else reaches the database', () => {
  const { services, networks } = parse(read('compose.yaml')) as {
    services: File['services'];
    networks: {
      front: { ipam: { config: { subnet: string }[] } };
      back: { internal: boolean };
    };
  };
  const [{ subnet } = { subnet: '' }] = networks.front.ipam.config;
  expect(services.hookline.environment['APP_SERVER_TRUSTED_PROXIES']).toBe(subnet);
  expect(services['postgres']?.networks).toEqual(['back']);
  expect(networks.back.internal).toBe(true);
});
