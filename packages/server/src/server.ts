import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { ChangedKind } from '@hookline/contract';
import { archiveRoutes } from './api/archive-routes.ts';
import { docsRoutes } from './api/docs.ts';
import { historyRoutes } from './api/history.ts';
import { homePageRoutes } from './api/home-page.ts';
import { collectOpenApi } from './api/openapi.ts';
import { operationsRoutes } from './api/operations.ts';
import { telephonyRoutes } from './api/telephony.ts';
import type { ClusterListener } from './cluster/parts.ts';
import type { Loaded } from './config/load.ts';
import type { Config } from './config/properties.ts';
import { timeZone } from './config/time-zone.ts';
import { HOME_FOLDER } from './home-folder.ts';
import type { App } from './http/app.ts';
import { kept } from './http/kept.ts';
import type { Route } from './http/route-table.ts';
import { renewCertificate } from './http/tls.ts';
import { intakeRoutes } from './intake/routes.ts';
import { createParts, type Overrides, type Parts } from './parts.ts';
import { renewalOf } from './renewal.ts';
import { soapRoutes } from './soap/routes.ts';
import { sourcesRoutes, testPayload } from './sources/routes.ts';
import { streamRoutes } from './stream/routes.ts';
import { VERSION } from './version.ts';

/** Readers that lose the server all come back at once; a shorter queue makes many wait a second. */
const BACKLOG = 4096;

/** What has not arrived whole this long after the end was announced was not accepted. */
const UPLOAD_TIMEOUT = 1500;

export interface Server {
  /** Names this epoch of the backend, or of the stream that several nodes share. */
  readonly instance: string;
  /** What the archive is, for the start line. */
  readonly archive: string;
  readonly app: App;
  /** Every route there is, once the server has started. */
  readonly routes: Iterable<Route>;
  /**
   * Listens and answers the address it is reached at, such as http://127.0.0.1:8080. Told to stop
   * meanwhile, it begins nothing more and answers an empty text.
   */
  start(): Promise<string>;
  /**
   * Takes what can be renewed while it runs: the certificate from its files, tokens and secrets
   * from a configuration that was read again. What is bad is logged and not taken.
   */
  renew(written: Loaded): void;
  /** Stops taking, ends the streams, stores what was accepted and frees the port. */
  stop(): Promise<void>;
  /** After the end: a thread is inside of SQLite, and the process cannot exit before it returns. */
  readonly isHeldUp: boolean;
}

/** The parts, what they tell each other, and how they begin and end. */
export function createServer(config: Config, overrides: Overrides = {}): Server {
  const parts = createParts(config, overrides);
  const { log, progress, isDraining, hub, streams, archive, cluster, telephony } = parts;
  const { sources, access, app, routes, fastPaths } = parts;
  /** From then on webhooks are taken. */
  let listening: Promise<unknown> | undefined;
  archive.listen({
    changed(kind) {
      tellChanged(parts, kind);
      cluster?.tellChanged(kind);
    },
    suppressed: (keys) => void parts.erasure.suppress(keys),
  });
  observe(parts);
  fastPaths.standBefore(app.server);
  if (config['app.server.max-connections-per-address'] > 0) {
    parts.connectionLimit.guard(app.server);
  }
  collectOpenApi(app, VERSION);
  app.register(async (documented: App) => addRoutes(documented, parts));
  app.register(async (documented: App) => openTelephony(documented, parts));

  return {
    get instance() {
      return hub.instance;
    },
    archive: archive.description,
    app,
    routes,
    async start() {
      const { 'app.server.host': host, 'app.server.port': port } = config;
      // Before the first webhook is taken: it would be written over what another service keeps.
      archive.claim();
      await archive.open(hub.instance);
      if (isDraining()) return '';
      const started = app.listen({ host, port, backlog: BACKLOG });
      // What Fastify does with the port taken may last: it asks for other addresses of the host.
      listening = Promise.race([started, once(app.server, 'listening')]);
      await listening;
      if (!isDraining()) await archive.start();
      if (!isDraining()) await cluster?.start(heardFromPeers(parts));
      if (isDraining()) return '';
      const address = await started;
      if (isDraining()) return '';
      sources.start();
      telephony()?.begin();
      progress.phase = 'running';
      return address;
    },
    renew(written) {
      if (config['app.server.tls.cert'] !== undefined) renewTls(parts);
      if (written.wants === 'run') renewSecrets(parts, written.config);
      else if (written.wants === 'mistakes') {
        const { mistakes } = written;
        log.error({ mistakes }, 'the configuration has mistakes; tokens and senders stay');
      }
    },
    async stop() {
      if (isDraining()) return;
      progress.phase = 'draining';
      // What comes after it may take long, and webhooks are taken meanwhile: to wait for all of the
      // start would use up the time in which they are stored.
      await listening?.catch(() => {});
      access.close();
      fastPaths.close();
      // A connection whose last request was under way becomes idle only now and would keep the
      // port taken until its client lets go of it.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
      // An upload that never ends would use up the time that the archive needs.
      const timeout = setTimeout(() => app.server.closeAllConnections(), UPLOAD_TIMEOUT);
      // Both at once: the port is free only when the streams are closed too.
      await Promise.all([app.close(), streams.close()]);
      clearInterval(sweep);
      clearTimeout(timeout);
      sources.close();
      await cluster?.close();
      await archive.close();
    },
    get isHeldUp() {
      return archive.isHeldUp;
    },
  };
}

function renewTls({ app, config, log }: Parts): void {
  try {
    const validUntil = renewCertificate(app.server, config);
    log.info({ validUntil }, 'certificate read again');
  } catch (error) {
    log.error({ err: error }, 'the new certificate cannot be used; the old one stays');
  }
}

function renewSecrets({ running, takeSecrets, log }: Parts, written: Config): void {
  const { config, taken, later } = renewalOf(running(), written);
  takeSecrets(config);
  if (later.length > 0)
    log.warn({ properties: later }, 'changed, and taken at the next start only');
  const text = taken.length > 0 ? 'tokens and senders taken anew' : 'tokens and senders as before';
  log.info({ properties: taken }, text);
}

function tellChanged({ streams, telephony }: Parts, kind: ChangedKind): void {
  streams.announceChanged(kind);
  if (kind === 'addresses') telephony()?.addressesChanged();
}

/** What other nodes tell this one. */
function heardFromPeers(parts: Parts): ClusterListener {
  const { hub, streams, archive, rejections, access, metrics, erasure } = parts;
  const { port } = parts.app.server.address() as AddressInfo;
  return {
    name: `${hostname()}:${port}`,
    hub,
    streams,
    onRejection: (rejection) => rejections.add(rejection),
    onEnded: (id, expires) => access.end({ id, expires }),
    onStored: (seconds) => metrics.clusterStored(seconds),
    stored: (id, timeout) => archive.caughtUp({ instance: hub.instance, id }, timeout),
    fedThrough: (instance) => archive.fedThrough(instance),
    eraseHere: erasure.eraseHere,
    onChanged: (kind) => tellChanged(parts, kind),
    onErased: (name) => erasure.erased(name),
  };
}

function observe(parts: Parts): void {
  const { config, metrics, streams, connectionLimit, held, archive, sources } = parts;
  const { cluster, telephony } = parts;
  metrics.observe({
    streams: () => streams.open,
    delivered: () => streams.counts.delivered,
    refused: () => streams.counts.refused,
    cut: () => streams.counts.cut,
    connectionsRefused: () => connectionLimit.refused,
    held: () => held,
    archive: () => archive.figures(),
    sources: () => sources.counts(),
  });
  if (config['app.webhook.silence'] !== undefined) {
    metrics.observeSilence(() => sources.silences());
  }
  if (config['app.telephony.system'] !== undefined) {
    metrics.observeTelephony({
      isUp: () => telephony() !== undefined && telephony()?.trouble() === undefined,
      ended: () => telephony()?.ended() ?? [],
    });
  }
  if (cluster) metrics.observeCluster(cluster, () => archive.figures().feed);
}

async function openTelephony(app: App, parts: Parts): Promise<void> {
  const { overrides, telephone, archive, phone, now, held, log, progress } = parts;
  const { schedule } = overrides;
  progress.telephony = await telephone?.open(app, { archive, phone, now, schedule, held, log });
}

function addRoutes(app: App, parts: Parts): void {
  const { config, overrides, now, log, progress, metrics, clients, held } = parts;
  const { cluster, hub, streams, archive, transport, sources, rejections } = parts;
  const { telephone, telephony, erasure, access, intake, logEvent } = parts;
  const originFor = (request: IncomingMessage) =>
    config['app.server.public-url'] ?? clients.originAsked(request);
  intakeRoutes(app, intake);
  streamRoutes(app, streams);
  historyRoutes(app, {
    hub,
    clear: async () => (cluster ? cluster.clearHistory() : hub.clear()),
    held,
    logEvent,
  });
  archiveRoutes(app, {
    archive,
    maxBytes: config['app.webhook.max-bytes'],
    held,
    erase: erasure.erase,
    onBroken: (cause) => log.error({ err: cause }, 'export broken off'),
    timeZone: timeZone(config),
    logEvent,
  });
  soapRoutes(app, {
    path: config['app.soap.path'],
    originFor,
    maxBytes: config['app.webhook.max-bytes'],
    now,
    onFault: ({ reason }, request) =>
      log.warn({ fault: reason, sender: clients.addressOf(request) }, 'SOAP call refused'),
  });
  sourcesRoutes(app, {
    sources: () => sources.overview(),
    async sendTest(request) {
      const receipt = await transport.publish(null, testPayload(now()), {
        sender: null,
        topic: null,
      });
      await kept(archive);
      logEvent(request, { id: receipt.id }, 'test event sent');
      return receipt;
    },
  });
  operationsRoutes(app, {
    version: VERSION,
    phase: () =>
      progress.phase === 'running' && cluster?.isFollowing === false ? 'starting' : progress.phase,
    obstacle: () => {
      const text = cluster?.obstacle();
      return text === undefined ? undefined : { code: 'cluster', text };
    },
    troubles: () => {
      const line = telephony()?.trouble();
      return [
        ...(cluster?.troubles() ?? []).map((text) => ({ code: 'cluster' as const, text })),
        ...archive.troubles().map((text) => ({ code: 'archive' as const, text })),
        ...(line === undefined ? [] : [{ code: 'telephony' as const, text: line }]),
        ...sources.troubles().map((text) => ({ code: 'silence' as const, text })),
      ];
    },
    rebuilding: () => archive.rebuilding(),
    isReader: access.isReader,
    rejections: () => rejections.list(),
    metrics,
  });
  telephonyRoutes(app, {
    url: config['app.telephony.url'],
    originFor,
    own: telephone,
    desks: Object.keys(config['app.telephony.desks'] ?? {}),
  });
  access.addRoutes(app);
  docsRoutes(app, {
    version: VERSION,
    eventName: config['app.stream.event-name'],
    telephonyPath: telephone?.path,
  });
  homePageRoutes(app, {
    folder: overrides.homeFolder ?? HOME_FOLDER,
    telephonyUrl: config['app.telephony.url'],
    country: config['app.phone.country'],
    statusWords: config['app.jobs.status-words'] ?? {},
    referenceNames: config['app.jobs.reference-names'] ?? [],
    mapUrl: config['app.home.map-url'],
  });
}
