import type { Config } from './config/properties.ts';
import { isLoopback } from './http/origin-guard.ts';
import { VERSION } from './version.ts';

interface StartLine {
  readonly level: 'info' | 'warn';
  readonly fields: object;
  readonly text: string;
}

/** What an operator wants to know right after a start. */
export function startLines(config: Config, address: string, archive: string): StartLine[] {
  const profiles = config['app.profiles'] ?? [];
  const lines: StartLine[] = [
    {
      level: 'info',
      fields: { version: VERSION, address, archive, profiles },
      text: `Hookline listens on ${address} · archive: ${archive} · profiles: ${profiles.join(', ') || 'none'}`,
    },
  ];
  if (!isLoopback(config['app.server.host'])) {
    lines.push({
      level: 'warn',
      fields: {},
      text: 'reachable from other machines: everyone who reaches this port can read what comes in',
    });
    if (isWebhookOpen(config)) {
      lines.push({
        level: 'warn',
        fields: {},
        text: 'the webhook is open: set app.webhook.token so that only known senders are heard',
      });
    }
  }
  return lines;
}

/** Is there a URL that takes webhooks from everyone? */
function isWebhookOpen(config: Config): boolean {
  const names = ['kunden', 'kuriere', 'jobs', 'generic'] as const;
  return (
    config['app.webhook.token'] === undefined &&
    names.some((name) => config[`app.webhook.secret.${name}`] === undefined)
  );
}

/** Why a start failed, in one line that says what to do. */
export function startProblem(error: unknown, config: Config): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  const { 'app.server.host': host, 'app.server.port': port } = config;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken; end the program that uses it or set app.server.port`;
    case 'EACCES':
      return path === undefined
        ? `no permission to listen on port ${port}; set app.server.port to 1024 or above`
        : `no permission to read or write ${path}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address ${host}; set app.server.host`;
    case 'ENOENT':
      return `${path} does not exist`;
    default:
      return message.split('\n', 1)[0] ?? 'cannot start';
  }
}
