import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { arch } from 'node:process';

/** What a reader has to know of the machine to compare it with another, one line each. */
export function machine(): string[] {
  const processor = lscpu('Model name');
  const host = lscpu('Hypervisor vendor');
  const [, system = ''] =
    /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const [, nginx] = /nginx\/(\S+)/.exec(said('sh', ['-c', 'nginx -v 2>&1 || true'])) ?? [];
  const asked = 'dpkg-query -W libnginx-mod-nchan 2>&- || true';
  const [, nchan] = said('sh', ['-c', asked]).split('\t');
  // A benchmark without them needs none, and gets none installed.
  const peers = [nginx && `, nginx ${nginx}`, nchan && `, nchan ${nchan}`].filter(Boolean);
  const memory = totalmem() / 2 ** 30;
  return [
    `Processor: ${processor} (${arch}), ${cpus().length} cores${host ? `, virtual (${host})` : ''}`,
    `Memory: ${memory.toFixed(0)} GiB`,
    `System: ${system}, Linux ${release()}`,
    `Node.js ${process.versions.node}${peers.join('')}`,
  ];
}

function lscpu(field: string): string {
  return new RegExp(`^${field}:\\s+(.*)$`, 'm').exec(said('lscpu', []))?.[1] ?? '';
}

function said(command: string, parameters: string[]): string {
  const env = { ...process.env, LC_ALL: 'C' };
  return execFileSync(command, parameters, { encoding: 'utf8', env }).trim();
}
