import type { Config } from './config/properties.ts';
import { timeZone, zoneWarning } from './config/time-zone.ts';
import { answersToAnyName, isEncrypted, isReachable, openUrls, wantsLogin } from './http/reach.ts';
import { VERSION } from './version.ts';

interface StartLine {
  readonly level: 'info' | 'warn';
  readonly fields: object;
  readonly text: string;
}

/** What an operator wants to know right after a start. */
export function startLines(config: Config, address: string, archive: string): StartLine[] {
  const profiles = config['app.profiles'] ?? [];
  const zone = timeZone(config);
  const cluster = config['app.cluster.url']?.servers.join(', ');
  const clustered = cluster === undefined ? '' : ` · cluster: ${cluster}`;
  const lines: StartLine[] = [
    {
      level: 'info',
      fields: { version: VERSION, address, archive, cluster, profiles, timeZone: zone },
      text: `Hookline listens on ${address}${elsewhere(config)} · archive: ${archive}${clustered} · profiles: ${profiles.join(', ') || 'none'} · time zone: ${zone}`,
    },
  ];
  const warn = (text: string) => lines.push({ level: 'warn', fields: {}, text });
  const unzoned = zoneWarning(config);
  if (unzoned !== undefined) warn(unzoned);
  if (isReachable(config)) {
    for (const text of readerWarnings(config)) warn(text);
    if (openUrls(config).length > 0) {
      warn(
        'the webhook is open: set app.webhook.token, app.webhook.senders or app.webhook.signatures so that only known senders are heard',
      );
    }
  }
  return lines;
}

/** To the address of this machine alone nobody else can connect, whatever `0.0.0.0` lets in. */
function elsewhere(config: Config): string {
  const isEverywhere = ['0.0.0.0', '::'].includes(config['app.server.host']);
  return isEverywhere ? ' and on every other address of this machine' : '';
}

/** What somebody on the network could do, and which property keeps them from it. */
function readerWarnings(config: Config): string[] {
  if (wantsLogin(config)) {
    const openLine =
      'logins and all that is read travel unencrypted: set app.server.tls.cert and .key, or an https app.server.public-url behind a proxy';
    return isEncrypted(config) ? [] : [openLine];
  }
  return [
    config['app.access.open']
      ? 'app.access.open: everyone who reaches this server can read what comes in and the whole archive, and change it'
      : 'reachable from other machines: everyone who reaches this port can read what comes in; the rest answers 403 access_not_configured until app.access.password or app.access.token is set (or app.access.open=true): the archive and, other than in 1.0.0, what pages report of calls and addresses, and clearing the history',
    ...(answersToAnyName(config)
      ? [
          `any host name is answered: set app.server.public-url or app.server.allowed-hosts, so that no web page can reach this server under a name of its own (DNS rebinding)${deafTelephone(config)}`,
        ]
      : []),
  ];
}

function deafTelephone(config: Config): string {
  return config['app.telephony.system'] === undefined
    ? ''
    : '; until then, other than in 1.0.0, the telephone takes no orders';
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
