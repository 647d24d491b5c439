import type { IncomingMessage } from 'node:http';
import { createAccess } from './access/access.ts';
import type { Archive } from './archive/archive.ts';
import { createArchive, phoneOptions } from './archive/threads/create-archive.ts';
import { Cluster } from './cluster/cluster.ts';
import { type Config, secretsIn } from './config/properties.ts';
import { createErasure } from './erase.ts';
import { createApp, pathOf } from './http/app.ts';
import { bodyBytes } from './http/body.ts';
import { Clients, networkOf } from './http/clients.ts';
import { ConnectionLimit } from './http/connection-limit.ts';
import { FastPaths } from './http/fast-path.ts';
import type { Gate, RequestHead } from './http/gate.ts';
import { HeldMemory } from './http/held-memory.ts';
import { OriginGuard } from './http/origin-guard.ts';
import type { HttpProblem } from './http/problem.ts';
import { isLoopback } from './http/reach.ts';
import { Hub } from './hub/hub.ts';
import { intakeFastPaths } from './intake/fast-path.ts';
import { knownSenders } from './intake/known-senders.ts';
import { RateLimit } from './intake/rate-limit.ts';
import { isWebhook, refusals } from './intake/refusals.ts';
import { Rejections, shownPath } from './intake/rejections.ts';
import { Repeats } from './intake/repeats.ts';
import { type IntakeOptions, senderCheck, webhookHint } from './intake/routes.ts';
import { createLog, type Log } from './observe/log.ts';
import { Metrics } from './observe/metrics.ts';
import { createPublish, inProcess } from './publish.ts';
import { Sources } from './sources/sources.ts';
import { eventEncoder } from './stream/frames.ts';
import { streamFastPath } from './stream/routes.ts';
import { Streams } from './stream/streams.ts';
import type { Schedule } from './telephony/schedule.ts';
import { configuredTelephony } from './telephony/systems/configured.ts';
import type { Telephony } from './telephony/telephony.ts';
import { VERSION } from './version.ts';

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

/** What the service is at, and what it has only while it runs. */
interface Progress {
  phase: 'starting' | 'running' | 'draining';
  /** From its opening on, where a telephone system is configured. */
  telephony: Telephony | undefined;
}

export type Parts = ReturnType<typeof createParts>;

/**
 * Every part, each made of those above it and of nothing below. What a part tells those below it,
 * it tells when they have said that they listen.
 */
export function createParts(config: Config, overrides: Overrides) {
  const { now = Date.now } = overrides;
  const log = overrides.log ?? createLog(config).log;
  const progress: Progress = { phase: 'starting', telephony: undefined };
  const isDraining = () => progress.phase === 'draining';
  const metrics = new Metrics();
  let running = config;
  let secrets = secretsIn(config);
  let known = knownSenders(config, now);
  const phone = phoneOptions(config);

  const clients = new Clients(config['app.server.trusted-proxies']);
  const guard = new OriginGuard(config);
  const held = new HeldMemory(
    Math.max(config['app.server.max-held-bytes'], 4 * config['app.webhook.max-bytes']),
    () => log.warn('connections hold too much memory; the slowest are ended'),
  );
  const connectionLimit = new ConnectionLimit({
    most: config['app.server.max-connections-per-address'],
    isExempt: (address) => isLoopback(address) || clients.isProxy(address),
    onLimit: (sender) => log.warn({ sender }, 'too many connections from one address'),
  });

  const cluster =
    config['app.cluster.url'] &&
    new Cluster({ config, running: () => running, version: VERSION, now, log });
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
    ...(cluster && { shared: cluster }),
  });
  const newest = () => ({ instance: hub.instance, id: hub.log.head });
  const archive = overrides.archive ?? createArchive(config, log, now, newest);
  const transport = cluster ?? inProcess({ hub, streams, archive });

  const sources = new Sources({
    config,
    archive,
    now,
    log,
    shownPath: (request) => shownPath(pathOf(request), secrets),
  });
  const rejections = new Rejections();
  const publish = createPublish(transport, (receipt, bytes, sender) => {
    sources.accepted(sender, receipt.channel);
    log.webhookAccepted(receipt, bytes, sender);
  });

  const telephone = configuredTelephony(config);
  const telephony = () => progress.telephony;
  const erasure = createErasure({ phone, hub, streams, archive, cluster, telephony });
  const access = createAccess({
    config,
    now,
    log,
    clients,
    guard,
    onRefused: (code) => metrics.rejected(code),
    onEnded: ({ id, expires }) => void cluster?.endSession(id, expires),
  });

  const rate = config['app.webhook.rate-limit'];
  const rateLimit = rate && new RateLimit(rate, now);
  const senderOf = (request: RequestHead) => networkOf(clients.addressOf(request));
  const intake: IntakeOptions = {
    maxBytes: config['app.webhook.max-bytes'],
    rate: rateLimit && {
      take: (request) => rateLimit.take(senderOf(request)),
      allows: (request) => rateLimit.allows(senderOf(request)),
    },
    known: {
      ownerOf: (request) => known.ownerOf(request),
      judgeOf: (...asked) => known.judgeOf(...asked),
    },
    owners: new WeakMap(),
    repeats: new Repeats(now),
    publish,
    topicHeaders: config['app.webhook.topic-headers'] ?? [],
    whenKept: (go) => archive.whenKept(go),
    onRepeated(channel) {
      metrics.repeated(channel);
      log.info({ channel }, 'webhook repeated');
    },
  };
  const reject = refusals({
    known: intake.known,
    owners: intake.owners,
    clients,
    secrets: () => secrets,
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

  const onProblem = (problem: HttpProblem, request: RequestHead, cause: unknown, bytes: number) => {
    metrics.rejected(problem.code);
    if (problem.code === 'internal') log.error({ err: cause }, 'internal error');
    if (isWebhook(request)) reject(problem, request, bytes);
  };
  const { app, routes } = createApp({
    config,
    held,
    guard,
    gate,
    isDraining,
    hintAt: webhookHint,
    onProblem: (problem, request, cause) => onProblem(problem, request, cause, bodyBytes(request)),
  });
  const idleTimeout = config['app.server.idle-timeout'];
  const fastPaths = new FastPaths({
    ways: [
      ...intakeFastPaths(intake, idleTimeout, cluster !== undefined),
      streamFastPath(streams, gate),
    ],
    guard,
    isDraining,
    onProblem: (problem, request, cause) => onProblem(problem, request, cause, request.body.length),
    firstTimeout: config['app.server.header-timeout'],
    idleTimeout,
  });

  /** Tokens and secrets as they are now; all else stays as it was at the start. */
  const takeSecrets = (renewed: Config) => {
    running = renewed;
    // What was right a moment ago is as secret as before.
    secrets = [...new Set([...secrets, ...secretsIn(renewed)])];
    known = knownSenders(renewed, now);
    access.takeTokens(renewed);
    sources.takeSenders(renewed);
  };
  const logEvent = (request: IncomingMessage, fields: object, text: string) =>
    log.info({ ...fields, sender: clients.addressOf(request) }, text);
  return {
    ...{ config, overrides, now, log, progress, isDraining, metrics, phone },
    ...{ clients, held, connectionLimit, cluster, hub, streams, archive, transport },
    ...{ sources, rejections, telephone, telephony, erasure, access, intake },
    ...{ app, routes, fastPaths, running: () => running, takeSecrets, logEvent },
  };
}
