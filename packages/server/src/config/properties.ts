import querystring from 'node:querystring';
import { SYSTEM_NAMES, SYSTEM_PROPERTIES } from '../telephony/systems/properties.ts';
import { CLUSTER_PROPERTIES } from './cluster-properties.ts';
import { deskPhones, phoneLogins } from './kinds/desk-phones.ts';
import {
  archiveUrl,
  bookOr,
  duration,
  fieldNames,
  flag,
  folder,
  headerNames,
  hostNames,
  httpUrl,
  integer,
  type Kind,
  mapUrl,
  names,
  networks,
  oneOf,
  origins,
  pairs,
  password,
  path,
  rate,
  secretToken,
  signingSecret,
  socketUrl,
  statusWords,
  text,
  timeZoneName,
} from './kinds/kinds.ts';
import { optional, type Property, preset } from './kinds/property.ts';
import { accessTokens, signatures } from './named-secrets.ts';
import { officeHours } from './office-hours.ts';
import { senders, silenceLimits } from './senders.ts';

const KEEP = duration('1h', '36500d');

/**
 * Every property there is. Command line, environment, file, defaults, validation, `--help` and
 * docs/configuration.md all come from this table.
 */
export const PROPERTIES = {
  'app.profiles': optional(
    names('mock'),
    'Optional parts to switch on. `mock` plays a telephony client for tests. Also `--profile mock`.',
  ),
  'app.server.host': preset(
    text(/^[\w.:-]+$/, 'an address or host name to listen on'),
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` makes the service reachable from other machines.',
    'HOST',
  ),
  'app.server.port': preset(
    integer(0, 65535),
    '8080',
    'Port to listen on. 0 takes any free port and prints it.',
    'PORT',
  ),
  'app.server.public-url': optional(
    httpUrl,
    'Address under which clients reach the service, when a reverse proxy stands before it.',
  ),
  'app.server.allowed-origins': optional(
    origins,
    'Origins of other web pages that may send to and read from this service (CORS).',
  ),
  'app.server.allowed-hosts': optional(
    hostNames,
    'Further host names the server answers to (against DNS rebinding).',
  ),
  'app.server.trusted-proxies': optional(
    networks,
    'Reverse proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed. Unset: nobody is.',
  ),
  'app.server.tls.cert': optional(path, 'Certificate chain (PEM) for HTTPS without a proxy.'),
  'app.server.tls.key': optional(path, 'Private key (PEM) that belongs to the certificate.'),
  'app.server.header-timeout': preset(
    duration('100ms', '5m'),
    '10s',
    'How long a client may take to send the head of a request.',
  ),
  'app.server.request-timeout': preset(
    duration('100ms', '1h'),
    '60s',
    'How long a client may take to send a whole request.',
  ),
  'app.server.idle-timeout': preset(
    duration('100ms', '1h'),
    '75s',
    'How long a connection stays open between two requests, and how long a client may take nothing of an answer.',
  ),
  'app.server.max-connections-per-address': preset(
    integer(0, 1_000_000),
    '2000',
    'Open connections of one address at most (of one /64 network with IPv6); further ones are reset. Loopback and `app.server.trusted-proxies` have no limit. 0: nobody has.',
  ),
  'app.server.max-held-bytes': preset(
    integer(16_777_216, 68_719_476_736),
    '268435456',
    'Bytes that all connections together may make the service hold: uploads that are not all there, answers and events that are not read. Beyond it the slowest are ended. Never less than four webhooks of the largest size.',
  ),
  'app.access.password': optional(
    password,
    'Password that readers log in with, at `/login`. `hookline hash-password` makes a hash of it, which is better to keep in a file. Unset: nobody logs in.',
  ),
  'app.access.token': optional(
    secretToken,
    'Token that programs read and change everything with, as `Authorization: Bearer …`. Unset: none does.',
  ),
  'app.access.tokens': optional(
    accessTokens,
    'Tokens of programs that may do one thing, such as `prometheus=metrics:…, shop=stream:…`. `metrics`: `/metrics`. `stream`: the live stream and the history. `report`: report addresses and calls. `read`: whatever only reads. They close what is read, as the other two do.',
  ),
  'app.access.open': preset(
    flag,
    'false',
    'Lets everyone who reaches the server read and change the archive, when neither password nor token is set and others can reach it.',
  ),
  'app.access.session-lifetime': preset(
    duration('1m', '365d'),
    '12h',
    'How long a login lasts after it was last used. A changed value ends all logins.',
  ),
  'app.access.ended-sessions': preset(
    path,
    './data/ended-sessions',
    'File that notes which logins were ended, so that they stay ended after a restart.',
  ),
  'app.webhook.token': optional(
    secretToken,
    'Token that a webhook POST must carry. Unset, and without `app.webhook.senders` and `app.webhook.signatures`: the webhook is open.',
  ),
  'app.webhook.senders': optional(
    senders,
    'A token for each foreign system, such as `erp=…`, beside `app.webhook.token` or instead of it. Its name is archived with what it sends.',
  ),
  'app.webhook.topic-headers': optional(
    headerNames,
    'Headers in which senders name the kind of a message, before `X-Shopify-Topic`, `X-GitHub-Event` and `X-WC-Webhook-Topic`.',
  ),
  'app.webhook.signatures': optional(
    signatures,
    'What foreign systems sign with, such as `shop=shopify:…, repo=github:…`, at any URL. Whose signature fits is known by it and needs no token, unless it has one in `app.webhook.senders` as well: then it needs both.',
  ),
  'app.webhook.silence': optional(
    silenceLimits,
    'How long a sender or a URL may send nothing before that is told: on the page, in `/readyz` and `/metrics`. Unset: nothing is.',
  ),
  'app.webhook.silence-hours': optional(
    officeHours,
    'When silence counts, in `app.time-zone`; past midnight is possible. Unset: always.',
  ),
  'app.webhook.secret.kunden': optional(
    signingSecret,
    'Secret that senders to `/api/webhook/kunden` sign with. Unset: no signature is needed.',
  ),
  'app.webhook.secret.kuriere': optional(signingSecret, 'The same for `/api/webhook/kuriere`.'),
  'app.webhook.secret.jobs': optional(signingSecret, 'The same for `/api/webhook/jobs`.'),
  'app.webhook.secret.generic': optional(signingSecret, 'The same for `/api/webhook`.'),
  'app.webhook.rate-limit': optional(
    rate,
    'How many webhooks one address may send; more are answered 429 with `Retry-After`. Unset: any number.',
  ),
  'app.webhook.max-bytes': preset(
    integer(1, 67_108_864),
    '1048576',
    'Largest webhook body in bytes, counted after decoding.',
  ),
  'app.stream.heartbeat': preset(
    duration('100ms', '10m'),
    '15s',
    'Interval of the heartbeat on every stream.',
  ),
  'app.stream.event-name': optional(
    text(
      /^(?!(?:hello|heartbeat|cleared|changed|busy)$)[\w.-]{1,64}$/,
      'up to 64 letters, digits, dots, dashes or underscores, but no name of a control message',
    ),
    'SSE event name of webhook events, for pages that listen to a name. Unset: `onmessage` gets them.',
  ),
  'app.stream.max-clients': preset(
    integer(1, 1_000_000),
    '10000',
    'Open streams at most. Further browsers are asked to come back later.',
  ),
  'app.stream.stall-timeout': preset(
    duration('100ms', '1h'),
    '30s',
    'A stream whose reader takes nothing for this long is cut.',
  ),
  'app.archive.url': preset(
    archiveUrl,
    'sqlite:./data/hookline.db',
    'Where events, addresses, calls and jobs are kept. `off` keeps nothing.',
  ),
  'app.archive.spool-dir': preset(
    folder,
    './data/spool',
    'Folder of the journal: what was accepted waits there for the database.',
  ),
  'app.archive.journal': preset(
    flag,
    'true',
    'Answer only when what was accepted is in the journal. `false` answers at once; a crash may then cost what came in the last moments.',
  ),
  'app.archive.journal-bytes': preset(
    integer(16 * 1024 * 1024, Number.MAX_SAFE_INTEGER),
    String(1024 * 1024 * 1024),
    'What the journal may take on disk while the database is away. Beyond it records wait in memory, and are dropped when that is full.',
  ),
  'app.archive.retention.events': optional(KEEP, 'How long events are kept. Unset: for ever.'),
  'app.archive.retention.calls': optional(KEEP, 'How long calls are kept. Unset: for ever.'),
  'app.archive.retention.jobs': optional(
    KEEP,
    'How long jobs are kept after their newest version. Unset: for ever.',
  ),
  'app.archive.retention.addresses': optional(
    KEEP,
    'How long addresses are kept after their last change. Unset: for ever.',
  ),
  ...CLUSTER_PROPERTIES,
  'app.jobs.reference-names': optional(
    fieldNames,
    "The house's own names for the number of a job. They come before all others.",
  ),
  'app.jobs.status-words': optional(
    statusWords,
    "The house's own words for a status and what they mean, such as `in Prüfung=problem`.",
  ),
  'app.time-zone': optional(
    timeZoneName,
    'Time zone of times that come without one. Unset: that of the server.',
  ),
  'app.phone.country': preset(
    text(/^[A-Z]{2}$/, 'two capital letters'),
    'DE',
    'Country that numbers without a country code belong to.',
  ),
  'app.phone.area-code': optional(
    text(/^0\d{1,5}$/, 'an area code with its leading 0, such as 030'),
    'Area code that numbers without one belong to.',
  ),
  'app.phone.trunk-prefix': optional(
    text(/^\d{1,3}$/, 'up to three digits'),
    'What the telephone system puts before outside numbers.',
  ),
  'app.telephony.url': optional(
    socketUrl,
    'WebSocket of the telephony app, often on the machine of the dispatcher. Unset: with the profile `mock` the `/ws` of this server, else no telephony.',
  ),
  'app.telephony.system': optional(
    oneOf(...SYSTEM_NAMES),
    'Telephone system that the service itself follows. `cti` is any that pushes as sipgate does, `sip` any that has SIP phones. Unset: none.',
  ),
  'app.telephony.desks': optional(
    pairs,
    "The office's desks and what the telephone system calls each, such as `21=610,22=611`.",
  ),
  'app.telephony.phone-book': optional(
    bookOr('system', 'archive'),
    'Phone book of the telephone system: `system` for its own, `archive` for the addresses that are stored, or a file. Unset: its own where it has one, else the archive.',
  ),
  'app.telephony.longest-call': preset(
    duration('1s', '7d'),
    '4h',
    'A call whose end the telephone system never told is ended then.',
  ),
  'app.telephony.phones': optional(
    deskPhones,
    'Telephones at the desks that take orders by HTTP, such as `21=snom:http://10.1.0.21,22=yealink:http://10.1.0.22`.',
  ),
  'app.telephony.phone-secrets': optional(
    phoneLogins,
    'User and password of the web pages of those telephones, such as `21=user:password`.',
  ),
  'app.telephony.push.token': optional(
    secretToken,
    'Token that the telephone system pushes with, in the address `/api/telephony/push?token=…` that is entered there. Needed with `sipgate`, `cti` and `placetel`.',
  ),
  ...SYSTEM_PROPERTIES,
  'app.mock.addresses': optional(
    bookOr('archive'),
    'Phone book of the telephony mock instead of the one built in: a file, or `archive` for what the home pages reported from the real system.',
  ),
  'app.home.map-url': preset(
    mapUrl,
    'https://www.openstreetmap.org/search?query={address}',
    'Where the page leads to from an address, which is put in for `{address}`. It is opened on a click only; before, nothing is loaded from there. Empty: addresses are no links.',
  ),
  'app.soap.path': preset(
    text(
      /^(?!\/(?:api|assets|docs|healthz|login|metrics|readyz|ws)(?:\/|$))(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]{1,64}){1,8}$/i,
      'a path such as /soap/server1 or /axis/server1.jws, not one that the service uses otherwise',
    ),
    '/soap/server1',
    'Path of the SOAP service that tells the server time. Its WSDL is there with `?wsdl`.',
  ),
  'app.log.level': preset(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal'),
    'info',
    'Least severe log lines to print.',
  ),
  'app.log.format': preset(
    oneOf('json', 'pretty'),
    'json',
    'How log lines look: `json` for programs, `pretty` for people at a terminal, with the time of this machine and in colours unless `NO_COLOR` is set.',
  ),
} satisfies Record<string, Property<unknown>>;

export type { Property };
export type PropertyName = keyof typeof PROPERTIES;

type ValueOf<P> = P extends { kind: Kind<infer T>; preset: string }
  ? T
  : P extends { kind: Kind<infer T> }
    ? T | undefined
    : never;

/** The whole configuration, read once at start and passed in from there. */
export type Config = Readonly<{ [N in PropertyName]: ValueOf<(typeof PROPERTIES)[N]> }>;

/** `app.webhook.max-bytes` is `APP_WEBHOOK_MAX_BYTES` in the environment. */
export function environmentName(property: string): string {
  return property.toUpperCase().replace(/[.-]/g, '_');
}

/** The variable that names a file with the value in it; secrets have one. */
export function fileVariable(property: PropertyName): string | undefined {
  const { kind }: Property<unknown> = PROPERTIES[property];
  return kind.secret && `${environmentName(property)}_FILE`;
}

/** Everything that this configuration keeps secret; of an address, only the password in it is. */
export function secretsIn(config: Config): readonly string[] {
  const names = Object.keys(PROPERTIES) as PropertyName[];
  return names
    .filter((name) => fileVariable(name) !== undefined)
    .flatMap((name) => {
      if (name === 'app.webhook.senders') return config[name]?.map(({ token }) => token) ?? [];
      if (name === 'app.telephony.sip.accounts') {
        return config[name]?.map(({ password }) => password) ?? [];
      }
      if (name === 'app.telephony.phone-secrets') {
        return Object.values(config[name] ?? {}).map(({ password }) => password);
      }
      if (name === 'app.access.tokens') return config[name]?.map(({ token }) => token) ?? [];
      if (name === 'app.webhook.signatures') {
        return config[name]?.flatMap(({ secret }) => keysIn(secret)) ?? [];
      }
      if (name === 'app.cluster.url') {
        return [config[name]?.password ?? '', config[name]?.token ?? ''];
      }
      const value = String(config[name] ?? '');
      if (name === 'app.archive.url') return querystring.unescape(URL.parse(value)?.password ?? '');
      return keysIn(value);
    })
    .filter((secret) => secret !== '');
}

/** Several keys of Standard Webhooks stand in one secret while they are changed. */
function keysIn(secret: string): string[] {
  return secret.startsWith('whsec_') ? secret.split(/ +/) : [secret];
}
