import { type Config, PROPERTIES, type PropertyName } from './config/properties.ts';
import { openUrls, wantsLogin } from './http/reach.ts';

const SENDING = [
  'app.webhook.token',
  'app.webhook.senders',
  'app.webhook.signatures',
  'app.webhook.secret.kunden',
  'app.webhook.secret.kuriere',
  'app.webhook.secret.jobs',
  'app.webhook.secret.generic',
] as const satisfies readonly PropertyName[];
const READING = [
  'app.access.token',
  'app.access.tokens',
] as const satisfies readonly PropertyName[];
/** What is taken anew while the service runs. */
const RENEWED: readonly PropertyName[] = [...SENDING, ...READING];

/** Is there anything that SIGHUP can renew? Else it ends the program, as a closed terminal does. */
export function canRenew(config: Config): boolean {
  return [...RENEWED, 'app.server.tls.cert' as const].some((name) => config[name] !== undefined);
}

/**
 * What is taken of a configuration that was read again. A door that was closed stays so until a
 * restart: half a file must not open it. Readers have theirs from the start on, or none.
 */
export function renewalOf(running: Config, written: Config) {
  const isOpened = openUrls(written).some((url) => !openUrls(running).includes(url));
  const taken: readonly PropertyName[] = [
    ...(isOpened ? [] : SENDING),
    ...(wantsLogin(running) === wantsLogin(written) ? READING : []),
  ];
  const changed = (Object.keys(PROPERTIES) as PropertyName[]).filter(
    (name) => JSON.stringify(running[name]) !== JSON.stringify(written[name]),
  );
  const news = Object.fromEntries(taken.map((name) => [name, written[name]]));
  return {
    /** What counts from now on. */
    config: { ...running, ...news },
    taken: changed.filter((name) => taken.includes(name)),
    /** Has changed too, and counts after a restart. */
    later: changed.filter((name) => !taken.includes(name)),
  };
}
