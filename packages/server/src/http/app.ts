import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type FastifyTypeProvider,
  type onRequestHookHandler,
  type RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Config } from '../config/properties.ts';
import { countBody } from './body.ts';
import { commonHeaders } from './every-answer.ts';
import { discard, farewell } from './farewell.ts';
import { fedConnection } from './fed-connection.ts';
import type { Check, Declared, Gate, RequestHead } from './gate.ts';
import type { HeldMemory } from './held-memory.ts';
import type { OriginGuard } from './origin-guard.ts';
import { HttpProblem, problemOf, problemOfConnection, rawAnswer } from './problem.ts';
import { RouteTable } from './route-table.ts';
import { isTaken } from './taken-sockets.ts';
import { readCertificate } from './tls.ts';

export { HttpProblem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Declared> {
    /** Answers for itself while the service shuts down, instead of 503 for all. */
    whileDraining?: true;
  }
}

/** Types what comes in from its schema; what goes out is often bytes that were made before. */
interface RequestTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: unknown;
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  RequestTypes
>;

/** Of the routes of a room: where the documents list them, and who may use those that say nothing else. */
export function describing(tag: string, shared: FastifyContextConfig) {
  return <S extends object>(summary: string, schema: S, own: FastifyContextConfig = {}) => ({
    config: { ...shared, ...own },
    schema: { tags: [tag], summary, ...schema },
  });
}

/** Of a route that no document lists. */
export function hidden(access: Declared['access']) {
  return { config: { access }, schema: { hide: true } } as const;
}

export interface AppOptions {
  readonly config: Config;
  /** Called once for every error answered, after it was mapped and before it is sent. */
  readonly onProblem: (problem: HttpProblem, request: IncomingMessage, cause: unknown) => void;
  readonly isDraining: () => boolean;
  readonly held: HeldMemory;
  readonly guard: OriginGuard;
  readonly gate?: Gate;
  /** A sentence for whoever asks for a path that does not exist. */
  readonly hintAt?: (path: string) => string;
}

const MAX_HEADER_BYTES = 16 * 1024;
/**
 * The schemas of routes are for the documents: a query is text and a body is unread where they
 * would be compared with it. To load and run the framework's compilers was a good part of a start.
 * Its types know of no others.
 */
const NO_COMPILERS = {
  compilersFactory: {
    buildValidator: () => () => () => true,
    buildSerializer: () => () => (answer: unknown) => JSON.stringify(answer),
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Smaller ones fit into what the network takes by itself. */
const LARGE_ANSWER = 64 * 1024;

/** What every route shares: limits, guards, headers and the one mapping of errors to answers. */
export function createApp(options: AppOptions) {
  const { config, onProblem, isDraining, held, guard, gate, hintAt } = options;
  const tls = readCertificate(config);
  const headersTimeout = config['app.server.header-timeout'];
  const requestTimeout = Math.max(config['app.server.request-timeout'], headersTimeout);
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: config['app.server.idle-timeout'],
    connectionsCheckingInterval: Math.min(headersTimeout / 2, 5000),
    // A missing Host is answered by the guard, in the form of every other error.
    requireHostHeader: false,
  };
  const app = fastify({
    ...(tls ? { https: { ...limits, ...tls } } : { http: limits }),
    requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    forceCloseConnections: 'idle',
    // Both would answer in a form of their own.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
    routerOptions: { maxParamLength: 500 },
    exposeHeadRoutes: true,
    // A busy machine may load a telephone system for longer than ten seconds, and does start.
    pluginTimeout: 0,
    schemaController: NO_COMPILERS,
  }) as App;

  cutUnreadAnswers(app.server, config['app.server.idle-timeout']);

  // Foreign systems send any content type, or none. The framework would refuse a type such as
  // `json` before any parser runs; here a handler that wants a body reads and judges it itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));

  const routes = new RouteTable();
  app.addHook('onRoute', (route) => {
    const declared = routes.add(route);
    const check = gate?.(declared);
    if (check) route.onRequest = [hookOf(check), ...[route.onRequest ?? []].flat()];
  });

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request.method));
    if (isDraining() && !request.routeOptions.config.whileDraining) {
      const headers = { 'retry-after': '5', connection: 'close' };
      done(new HttpProblem('shutting_down', 'The service is shutting down.', headers));
      return;
    }
    if (hostsOf(request.raw) > 1) {
      // Node shows the first, and a proxy before us may have gone by the last.
      throw new HttpProblem('bad_request', 'The Host header must come once.');
    }
    guard.check(request.raw);
    countBody(request.raw, reply.raw, held);
    request.raw.headers['content-type'] = 'application/octet-stream';
    const origin = guard.allowedOrigin(request.raw);
    if (origin !== undefined) {
      reply.header('access-control-allow-origin', origin);
      reply.header('vary', 'origin');
      reply.header('access-control-expose-headers', 'x-hookline-instance, retry-after');
      if (request.method === 'OPTIONS') {
        answerPreflight(request, reply, routes.methodsAt(pathOf(request.raw)));
        return;
      }
    }
    done();
  });

  app.addHook('onSend', (_request, reply, answer, done) => {
    countAnswer(answer, reply, held);
    done();
  });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.raw);
    const methods = routes.methodsAt(path);
    const problem =
      methods.length > 0
        ? new HttpProblem('method_not_allowed', `${request.method} is not possible here.`, {
            allow: methods.join(', '),
          })
        : new HttpProblem('not_found', `Nothing is at this path. ${hintAt?.(path) ?? ''}`.trim());
    return sendProblem(problem, request, reply);
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));

  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const problem = new HttpProblem('expectation_failed', 'Expect may only be 100-continue.');
    onProblem(problem, request, problem);
    response.writeHead(problem.status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify(problem.body()));
  });

  function sendProblem(cause: unknown, request: FastifyRequest, reply: FastifyReply) {
    const problem = problemOf(cause);
    if (!isDeparture(cause, request.raw)) onProblem(problem, request.raw, cause);
    if (!request.raw.complete) discard(request.raw, request.raw.socket);
    return reply
      .code(problem.status)
      .headers(problem.headers)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem.body()));
  }

  function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
    // Nobody is left to be told, or it would be told in the middle of something else.
    if (error.code === 'ECONNRESET' || !socket.writable || isTaken(socket)) {
      socket.destroy();
      return;
    }
    if (fedConnection(socket)?.endUnanswered()) return;
    // Half a request after the answer to another one has begun cannot be answered any more.
    farewell(socket, socket.writableLength > 0 ? '' : rawAnswer(problemOfConnection(error)));
  }

  return { app, routes };
}

/** An answer that is made as a whole counts until its client has taken it. */
function countAnswer(answer: unknown, { raw }: FastifyReply, held: HeldMemory): void {
  if (typeof answer !== 'string' && !Buffer.isBuffer(answer)) return;
  if (answer.length < LARGE_ANSWER) return;
  const hold = held.answer(raw);
  if (typeof answer === 'string') hold.set(answer.length);
  else hold.share(answer);
}

function hookOf(check: Check): onRequestHookHandler {
  return (request, reply, done) => {
    const { headers, redirect } = check(request.raw);
    reply.headers(headers);
    if (redirect === undefined) done();
    else reply.code(303).header('location', redirect).send();
  };
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** The path without its query, which may carry a token and must not be shown anywhere. */
export function pathOf({ url = '' }: RequestHead): string {
  return url.split('?', 1)[0] ?? '';
}

/** Whoever asked left before the answer began: nobody is left to be told, and nothing is wrong. */
function isDeparture(cause: unknown, { socket }: IncomingMessage): boolean {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' && socket.destroyed;
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: string[]): void {
  const wanted = request.headers['access-control-request-headers'];
  reply.header('access-control-allow-methods', methods.join(', '));
  if (wanted !== undefined) reply.header('access-control-allow-headers', wanted);
  reply.header('access-control-max-age', '600').code(204).send();
}

/**
 * Cuts a connection whose client has taken nothing of its answer for `timeout` milliseconds.
 * A client that asks for much and reads nothing would keep the answer in memory for ever.
 */
function cutUnreadAnswers(server: Server, timeout: number): void {
  server.setTimeout(timeout, (socket: Socket) => {
    // A handler may think for longer, and then nothing is unread. Between two requests Node has
    // set another time, at whose end the connection is idle and goes too.
    const isWaitingForUs = socket.writableLength === 0 && socket.timeout === timeout;
    if (isWaitingForUs) socket.setTimeout(timeout);
    else socket.destroy();
  });
}
