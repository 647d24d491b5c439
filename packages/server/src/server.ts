import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ChangedKind } from '@hookline/contract';
import { createAccess } from './access/access.ts';
import { archiveRoutes } from './api/archive-routes.ts';
import { collectOpenApi, docsRoutes } from './api/docs.ts';
import { historyRoutes } from './api/history.ts';
import { homePageRoutes } from './api/home-page.ts';
import { operationsRoutes, type Phase } from './api/operations.ts';
import { pageFileRoutes } from './api/pages.ts';
import { telephonyRoutes } from './api/telephony.ts';
import type { Archive } from './archive/archive.ts';
import { createArchive, phoneOptions } from './archive/threads/create-archive.ts';
import { Cluster } from './cluster/cluster.ts';
import { type Config, secretsIn } from './config/properties.ts';
import { timeZone } from './config/time-zone.ts';
import { createErasure } from './erase.ts';
import { HOME_FOLDER } from './home-folder.ts';
import { type App, createApp, pathOf } from './http/app.ts';
import { bodyBytes } from './http/body.ts';
import { Clients, networkOf } from './http/clients.ts';
import { ConnectionLimit } from './http/connection-limit.ts';
import { FastPaths } from './http/fast-path.ts';
import type { Gate, RequestHead } from './http/gate.ts';
import { HeldMemory } from './http/held-memory.ts';
import { kept } from './http/kept.ts';
import { OriginGuard } from './http/origin-guard.ts';
import { isLoopback } from './http/reach.ts';
import type { Route } from './http/route-table.ts';
import { renewCertificate } from './http/tls.ts';
import { senderCheckOf, tokensIn } from './http/token.ts';
import { Hub } from './hub/hub.ts';
import { intakeFastPaths } from './intake/fast-path.ts';
import { RateLimit } from './intake/rate-limit.ts';
import { isWebhook, refusals } from './intake/refusals.ts';
import { Rejections, shownPath } from './intake/rejections.ts';
import { Repeats } from './intake/repeats.ts';
import { type IntakeOptions, intakeRoutes, senderCheck } from './intake/routes.ts';
import { signatureCheck } from './intake/signature.ts';
import { createLog, type Log } from './observe/log.ts';
import { Metrics } from './observe/metrics.ts';
import { createPublish, inProcess } from './publish.ts';
import { soapRoutes } from './soap/routes.ts';
import { sourcesRoutes, testPayload } from './sources/routes.ts';
import { Sources } from './sources/sources.ts';
import { eventEncoder } from './stream/frames.ts';
import { streamFastPath, streamRoutes } from './stream/routes.ts';
import { Streams } from './stream/streams.ts';
import type { Schedule } from './telephony/schedule.ts';
import { configuredTelephony } from './telephony/systems/configured.ts';
import type { Telephony } from './telephony/telephony.ts';
import { VERSION } from './version.ts';

/** Readers that lose the server all come back at once; a shorter queue makes many wait a second. */
const BACKLOG = 4096;

/** What has not arrived whole this long after the end was announced was not accepted. */
const UPLOAD_TIMEOUT = 1500;

/** Parts a test or an embedder may bring along instead of the ordinary ones. */
export interface Overrides {
  readonly archive?: Archive;
  readonly log?: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** When the telephony acts by itself. */
  readonly schedule?: Schedule;
  /** Where the built home page is. */
  readonly homeFolder?: string;
}

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
  /** Takes the certificate from its files again; a bad one is logged and not taken. */
  renewCertificate(): void;
  /** Stops taking, ends the streams, stores what was accepted and frees the port. */
  stop(): Promise<void>;
  /** After the end: a thread is inside of SQLite, and the process cannot exit before it returns. */
  readonly isHeldUp: boolean;
}

/** The one place that wires the parts together. */
export function createServer(config: Config, overrides: Overrides = {}): Server {
  const { now = Date.now } = overrides;
  const log = overrides.log ?? createLog(config).log;
  const newest = () => ({ instance: hub.instance, id: hub.log.head });
  const archive = overrides.archive ?? createArchive(config, log, now, newest);
  const metrics = new Metrics();
  const held = new HeldMemory(
    Math.max(config['app.server.max-held-bytes'], 4 * config['app.webhook.max-bytes']),
    () => log.warn('connections hold too much memory; the slowest are ended'),
  );
  const clients = new Clients(config['app.server.trusted-proxies']);
  const guard = new OriginGuard(config);
  const rate = config['app.webhook.rate-limit'];
  const senderOf = (request: RequestHead) => networkOf(clients.addressOf(request));
  const rateLimit = rate && new RateLimit(rate, now);
  const connectionLimit = new ConnectionLimit({
    most: config['app.server.max-connections-per-address'],
    isExempt: (address) => isLoopback(address) || clients.isProxy(address),
    onLimit: (sender) => log.warn({ sender }, 'too many connections from one address'),
  });
  const originFor = (request: IncomingMessage) =>
    config['app.server.public-url'] ?? clients.originAsked(request);
  const logEvent = (request: IncomingMessage, fields: object, text: string) =>
    log.info({ ...fields, sender: clients.addressOf(request) }, text);
  const rejections = new Rejections();
  const secrets = secretsIn(config);
  const configured = configuredTelephony(config);
  const sources = new Sources({
    config,
    archive,
    now,
    log,
    shownPath: (request) => shownPath(pathOf(request), secrets),
  });
  let telephony: Telephony | undefined;
  let phase: Phase = 'starting';
  const isDraining = () => phase === 'draining';
  /** From then on webhooks are taken. */
  let listening: Promise<unknown> | undefined;

  const hub = new Hub({
    encode: eventEncoder(config['app.stream.event-name']),
    maxEventBytes: config['app.webhook.max-bytes'],
    now,
    onRound: (oldestAcceptedAt) => metrics.roundTook((now() - oldestAcceptedAt) / 1000),
  });
  const streams = new Streams({
    hub,
    heartbeat: config['app.stream.heartbeat'],
    maxClients: config['app.stream.max-clients'],
    stallTimeout: config['app.stream.stall-timeout'],
    held,
    now,
    ...(config['app.cluster.url'] && { isFollowing: () => cluster?.isFollowing === true }),
  });
  const cluster =
    config['app.cluster.url'] &&
    new Cluster({
      config,
      hub,
      streams,
      version: VERSION,
      now,
      log,
      onRejection: (rejection) => rejections.add(rejection),
      onEnded: (id, expires) => access.end({ id, expires }),
      onStored: (seconds) => metrics.clusterStored(seconds),
      stored: (id) => archive.caughtUp({ instance: hub.instance, id }),
      eraseJournal: (number) => erasure.eraseHere(number),
      onChanged: (kind) => tellChanged(kind),
      onErased: (name) => erasure.erased(name),
    });
  const tellChanged = (kind: ChangedKind) => {
    streams.announceChanged(kind);
    if (kind === 'addresses') telephony?.addressesChanged();
  };
  const erasure = createErasure({
    phone: phoneOptions(config),
    hub,
    streams,
    archive,
    cluster,
    telephony: () => telephony,
  });
  archive.listen({
    changed(kind) {
      tellChanged(kind);
      cluster?.tellChanged(kind);
    },
    suppressed: (keys) => void erasure.suppress(keys),
  });
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
      isUp: () => telephony !== undefined && telephony.trouble() === undefined,
      ended: () => telephony?.ended() ?? [],
    });
  }

  if (cluster) metrics.observeCluster(cluster, () => archive.figures().feed);
  const transport = cluster ?? inProcess({ hub, streams, archive });
  const publish = createPublish(transport, ({ id, channel, listeners }, bytes, sender) => {
    sources.accepted(sender, channel);
    const named = sender === null ? undefined : { senderName: sender };
    log.info({ id, channel, ...named, bytes, listeners }, 'webhook accepted');
  });

  const access = createAccess({
    config,
    now,
    log,
    clients,
    guard,
    onRefused: (code) => metrics.rejected(code),
    onEnded: ({ id, expires }) => void cluster?.endSession(id, expires),
  });
  const intake: IntakeOptions = {
    maxBytes: config['app.webhook.max-bytes'],
    rate: rateLimit && {
      take: (request) => rateLimit.take(senderOf(request)),
      allows: (request) => rateLimit.allows(senderOf(request)),
    },
    checkToken: senderCheckOf(tokensIn(config)),
    senders: new WeakMap(),
    signatureCheckOf: (name) => signatureCheck(config[`app.webhook.secret.${name}`], now),
    repeats: new Repeats(now),
    publish,
    whenKept: (go) => archive.whenKept(go),
    onRepeated(channel) {
      metrics.repeated(channel);
      log.info({ channel }, 'webhook repeated');
    },
  };
  const reject = refusals({
    checkToken: intake.checkToken,
    senders: intake.senders,
    clients,
    secrets,
    now,
    onRefused: (...refused) => sources.refused(...refused),
    onNews(rejection) {
      rejections.add(rejection);
      cluster?.tellRejection(rejection);
      log.warn(rejection, 'webhook rejected');
    },
  });
  const checkSender = senderCheck(intake);
  const gate: Gate = (declared) =>
    declared.access === 'intake' ? checkSender : access.gate(declared);
  const { app, routes } = createApp({
    config,
    held,
    guard,
    gate,
    isDraining,
    onProblem(problem, request, cause) {
      metrics.rejected(problem.code);
      if (problem.code === 'internal') log.error({ err: cause }, 'internal error');
      if (isWebhook(request)) reject(problem, request, bodyBytes(request));
    },
  });
  const idleTimeout = config['app.server.idle-timeout'];
  const fastPaths = new FastPaths({
    ways: [
      // In a cluster an answer takes a while, and the HTTP server knows how to wait.
      ...(cluster ? [] : intakeFastPaths(intake, idleTimeout)),
      streamFastPath(streams, gate),
    ],
    guard,
    isDraining,
    onDefect(problem, request, cause) {
      metrics.rejected(problem.code);
      log.error({ err: cause }, 'internal error');
      if (isWebhook(request)) reject(problem, request, request.body.length);
    },
    firstTimeout: config['app.server.header-timeout'],
    idleTimeout,
  });
  fastPaths.standBefore(app.server);
  if (config['app.server.max-connections-per-address'] > 0) connectionLimit.guard(app.server);
  collectOpenApi(app, VERSION);
  app.register(async (documented: App) => {
    intakeRoutes(documented, intake);
    streamRoutes(documented, streams);
    historyRoutes(documented, {
      hub,
      clear: async () => (cluster ? cluster.clearHistory() : hub.clear()),
      held,
      logEvent,
    });
    archiveRoutes(documented, {
      archive,
      maxBytes: config['app.webhook.max-bytes'],
      held,
      erase: erasure.erase,
      onBroken: (cause) => log.error({ err: cause }, 'export broken off'),
      timeZone: timeZone(config),
      logEvent,
    });
    soapRoutes(documented, {
      path: config['app.soap.path'],
      originFor,
      maxBytes: config['app.webhook.max-bytes'],
      now,
      onFault: ({ reason }, request) =>
        log.warn({ fault: reason, sender: clients.addressOf(request) }, 'SOAP call refused'),
    });
    sourcesRoutes(documented, {
      sources: () => sources.overview(),
      async sendTest(request) {
        const receipt = await transport.publish(null, testPayload(now()), null);
        await kept(archive);
        logEvent(request, { id: receipt.id }, 'test event sent');
        return receipt;
      },
    });
    operationsRoutes(documented, {
      version: VERSION,
      phase: () => (phase === 'running' && cluster?.isFollowing === false ? 'starting' : phase),
      obstacle: () => {
        const text = cluster?.obstacle();
        return text === undefined ? undefined : { code: 'cluster', text };
      },
      troubles: () => {
        const line = telephony?.trouble();
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
    telephonyRoutes(documented, {
      url: config['app.telephony.url'],
      originFor,
      own: configured,
      desks: Object.keys(config['app.telephony.desks'] ?? {}),
    });
    access.addRoutes(documented);
    docsRoutes(documented, {
      version: VERSION,
      eventName: config['app.stream.event-name'],
      telephonyPath: configured?.path,
    });
    pageFileRoutes(documented);
    homePageRoutes(documented, {
      folder: overrides.homeFolder ?? HOME_FOLDER,
      telephonyUrl: config['app.telephony.url'],
      country: config['app.phone.country'],
      statusWords: config['app.jobs.status-words'] ?? {},
      referenceNames: config['app.jobs.reference-names'] ?? [],
      mapUrl: config['app.home.map-url'],
    });
  });
  if (configured) {
    app.register(async (documented: App) => {
      telephony = await configured.open(documented, {
        archive,
        phone: phoneOptions(config),
        now,
        schedule: overrides.schedule,
        held,
        log,
      });
    });
  }

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
      if (!isDraining()) await cluster?.start();
      if (isDraining()) return '';
      const address = await started;
      if (isDraining()) return '';
      sources.start();
      telephony?.begin();
      phase = 'running';
      return address;
    },
    renewCertificate() {
      try {
        const validUntil = renewCertificate(app.server, config);
        log.info({ validUntil }, 'certificate read again');
      } catch (error) {
        log.error({ err: error }, 'the new certificate cannot be used; the old one stays');
      }
    },
    async stop() {
      if (isDraining()) return;
      phase = 'draining';
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
