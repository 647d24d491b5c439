import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { selfSigned } from './certificate.ts';
import { Program, temporaryFolder } from './service.ts';
import { ask } from './visitor.ts';

export const deploy = join(import.meta.dirname, '../../deploy');

/** A proxy with a file of `deploy/`, before a service that need not run yet. @needs nginx caddy */
export interface Proxy {
  /** How people reach the service; `localhost` stands for the name of the machine. */
  readonly url: string;
  /** Everything it has written down. */
  log(): string;
}

export interface ProxyPlace {
  /** Where the proxy listens, so that the service can be told before. */
  readonly port: number;
  readonly backendPort: number;
}

/** Every word to replace must be there: a test of another file than ours shows nothing. */
export function adapted(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file has no ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

export const nginxFile = readFileSync(join(deploy, 'nginx.conf'), 'utf8');

/** nginx with `deploy/nginx.conf`; only names, ports, paths and what `changes` says are others. */
export function startNginx(
  { port, backendPort }: ProxyPlace,
  changes: Readonly<Record<string, string>> = {},
): Promise<Proxy> {
  return nginxWith(nginxFile, port, {
    '127.0.0.1:8080': `127.0.0.1:${backendPort}`,
    ...changes,
  });
}

export async function nginxWith(
  text: string,
  port: number,
  changes: Readonly<Record<string, string>>,
): Promise<Proxy> {
  const folder = temporaryFolder();
  selfSigned('localhost', { cert: `${folder}/fullchain.pem`, key: `${folder}/privkey.pem` });
  const site = adapted(text, {
    'hooks.example.com': 'localhost',
    '/etc/ssl/hookline': folder,
    '/var/log/nginx': folder,
    'listen 80;': `listen 127.0.0.1:${await freePort()};`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    ...changes,
  });
  writeFileSync(join(folder, 'site.conf'), site);
  runNginx(folder, 'include site.conf;');
  const url = `https://localhost:${port}`;
  await answers(url);
  const logs = ['hookline.log', 'hookline-error.log', 'error.log'];
  return { url, log: () => logs.map((name) => readFileSync(join(folder, name), 'utf8')).join('') };
}

/** Runs nginx with its files in a folder; `http` is what the block of that name holds. */
export function runNginx(folder: string, http: string): void {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid;
error_log ${folder}/error.log;
daemon off;
master_process off;
events {}
http { access_log off; ${paths.join(' ')} ${http} }
`,
  );
  new Program('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    PATH: `${process.env['PATH']}:/usr/sbin`,
  });
}

interface CaddyConfig {
  admin?: object;
  storage?: object;
  apps: { http: { http_port?: number; https_port?: number }; pki?: object };
}

/** What Caddy makes of `deploy/Caddyfile`. */
export function caddyConfig(site: string, upstream: string): CaddyConfig {
  return adaptedCaddyfile('Caddyfile', { HOOKLINE_SITE: site, HOOKLINE_UPSTREAM: upstream });
}

function adaptedCaddyfile(name: string, env: Readonly<Record<string, string>>): CaddyConfig {
  const text = execFileSync('caddy', ['adapt', '--config', join(deploy, name)], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(text) as CaddyConfig;
}

/** Caddy with `deploy/Caddyfile`; only its ports are others, and what it leaves on the machine. */
export function startCaddy({ port, backendPort }: ProxyPlace): Promise<Proxy> {
  return caddyWith('Caddyfile', port, { HOOKLINE_UPSTREAM: `127.0.0.1:${backendPort}` });
}

export async function caddyWith(
  name: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<Proxy> {
  const folder = temporaryFolder();
  const url = `https://localhost:${port}`;
  const config = adaptedCaddyfile(name, { HOOKLINE_SITE: url, ...env });
  config.admin = { disabled: true };
  config.storage = { module: 'file_system', root: folder };
  config.apps.http.http_port = await freePort();
  config.apps.http.https_port = port;
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  const file = join(folder, 'caddy.json');
  writeFileSync(file, JSON.stringify(config));
  const program = new Program('caddy', ['run', '--config', file], { XDG_CONFIG_HOME: folder });
  await answers(url);
  return { url, log: () => program.stdout + program.stderr };
}

async function answers(url: string): Promise<void> {
  await expect.poll(async () => (await ask(url, '/')).status).toBeGreaterThan(0);
}
