import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../config/properties.ts';
import { HOST } from './clients.ts';
import type { RequestHead } from './gate.ts';
import { HttpProblem } from './problem.ts';
import { answersToAnyName, isLoopback } from './reach.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps other people's web pages from using a visitor's browser against this server: by sending
 * requests across sites, or by pointing a host name of theirs at it.
 */
export class OriginGuard {
  readonly #names: Set<string> | undefined;
  readonly #anyAddress: boolean;
  readonly #allowedOrigins: ReadonlySet<string>;
  readonly #publicOrigin: string | undefined;
  readonly #scheme: string;

  constructor(config: Config) {
    const publicUrl = config['app.server.public-url'];
    const parsed = publicUrl === undefined ? undefined : new URL(publicUrl);
    this.#publicOrigin = parsed?.origin;
    this.#allowedOrigins = new Set(config['app.server.allowed-origins'] ?? []);
    this.#scheme = config['app.server.tls.cert'] === undefined ? 'http' : 'https';
    const named = [
      ...(parsed ? [parsed.hostname] : []),
      ...(config['app.server.allowed-hosts'] ?? []),
    ];
    const isLocal = isLoopback(config['app.server.host']);
    if (!answersToAnyName(config)) {
      this.#names = new Set(['localhost', '127.0.0.1', '[::1]', ...named]);
      if (!isLocal) this.#names.add(hostname().toLowerCase());
    }
    // An address is not a name that somebody could point elsewhere, and behind a router or in a
    // container a machine does not know all of its own.
    this.#anyAddress = !isLocal;
  }

  /** The origin to grant CORS to, if the request comes from one that may. */
  allowedOrigin(request: RequestHead): string | undefined {
    const { origin } = request.headers;
    return origin !== undefined && this.#allowedOrigins.has(origin) ? origin : undefined;
  }

  check(request: RequestHead): void {
    this.#checkHost(request);
    // Browsers let any page open a WebSocket anywhere, and a handshake is a GET.
    const isHandshake = request.headers.upgrade !== undefined;
    if (isHandshake || !SAFE_METHODS.has(request.method ?? '')) this.#checkSite(request);
  }

  #checkHost({ headers: { host }, httpVersion }: RequestHead): void {
    if (host === undefined) {
      // Browsers always name the host; HTTP/1.0 programs need not.
      if (httpVersion === '1.0') return;
      throw new HttpProblem('bad_request', 'The Host header is missing.');
    }
    if (host !== '' && !HOST.test(host)) {
      throw new HttpProblem('bad_request', 'The Host header is not valid.');
    }
    const name = host.replace(/:\d*$/, '').toLowerCase();
    if (!this.#names || this.#names.has(name) || (this.#anyAddress && isAddress(name))) return;
    throw new HttpProblem(
      'misdirected',
      'This server does not go by the host name of the request. ' +
        'To allow it, set app.server.public-url or app.server.allowed-hosts.',
    );
  }

  /** Does a browser say that a page of another origin has made the request? */
  isForeign({ headers }: RequestHead): boolean {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    if (origin === undefined || origin === this.#publicOrigin) return false;
    return origin !== `${this.#scheme}://${host}`;
  }

  #checkSite(request: RequestHead): void {
    if (!this.isForeign(request) || this.allowedOrigin(request) !== undefined) return;
    throw new HttpProblem(
      'cross_site',
      'The request comes from a page of another origin. ' +
        'To allow that origin, set app.server.allowed-origins.',
    );
  }
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}
