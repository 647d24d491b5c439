import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';
import type { Config } from '../config/properties.ts';

/** Does this address reach only the machine itself? */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^(?:::1|\[::1\]|127(?:\.\d{1,3}){3})$/.test(host);
}

/** Can others reach the server, by itself or by what `app.server.public-url` stands before it? */
export function isReachable(config: Config): boolean {
  const publicUrl = config['app.server.public-url'];
  const isPublic = publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname);
  return isPublic || !isLoopback(config['app.server.host']);
}

/** Do readers have to say who they are? */
export function wantsLogin(config: Config): boolean {
  const ways = ['app.access.password', 'app.access.token', 'app.access.tokens'] as const;
  return ways.some((name) => config[name] !== undefined);
}

/** The URLs that take webhooks from everyone. */
export function openUrls(config: Config): (Channel | typeof GENERIC)[] {
  const ways = ['app.webhook.token', 'app.webhook.senders', 'app.webhook.signatures'] as const;
  if (ways.some((name) => config[name] !== undefined)) return [];
  return ([...CHANNELS, GENERIC] as const).filter(
    (url) => config[`app.webhook.secret.${url}`] === undefined,
  );
}

/**
 * A server on a network cannot know by which names it is reached unless it is told. A web page
 * can then point a name of its own at it, and is of the same origin for a browser (DNS rebinding).
 */
export function answersToAnyName(config: Config): boolean {
  const { 'app.server.public-url': url, 'app.server.allowed-hosts': hosts = [] } = config;
  return !isLoopback(config['app.server.host']) && url === undefined && hosts.length === 0;
}

/** Is what is said between server and browser encrypted, as far as the configuration tells? */
export function isEncrypted(config: Config): boolean {
  return (
    config['app.server.tls.cert'] !== undefined ||
    config['app.server.public-url']?.startsWith('https:') === true
  );
}
