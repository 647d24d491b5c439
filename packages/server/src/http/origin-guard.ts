import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/properties.ts';
import { HttpProblem } from './problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Does this address reach only the machine itself? */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Keeps other people's web pages from using a visitor's browser against this server: by sending
 * requests across sites, or by pointing a host name of theirs at a server on loopback.
 */
export class OriginGuard {
  readonly #names: ReadonlySet<string> | undefined;
  readonly #allowedOrigins: ReadonlySet<string>;
  readonly #publicOrigin: string | undefined;
  readonly #scheme: string;

  constructor(config: Config) {
    const publicUrl = config['app.server.public-url'];
    const parsed = publicUrl === undefined ? undefined : new URL(publicUrl);
    this.#publicOrigin = parsed?.origin;
    this.#allowedOrigins = new Set(config['app.server.allowed-origins'] ?? []);
    this.#scheme = config['app.server.tls.cert'] === undefined ? 'http' : 'https';
    if (isLoopback(config['app.server.host'])) {
      this.#names = new Set([
        'localhost',
        '127.0.0.1',
        '[::1]',
        ...(parsed ? [parsed.hostname] : []),
        ...(config['app.server.allowed-hosts'] ?? []),
      ]);
    }
  }

  /** The origin to grant CORS to, if the request comes from one that may. */
  allowedOrigin(request: IncomingMessage): string | undefined {
    const { origin } = request.headers;
    return origin !== undefined && this.#allowedOrigins.has(origin) ? origin : undefined;
  }

  check(request: IncomingMessage): void {
    this.#checkHost(request);
    // Browsers let any page open a WebSocket anywhere, and a handshake is a GET.
    const isHandshake = request.headers.upgrade !== undefined;
    if (isHandshake || !SAFE_METHODS.has(request.method ?? '')) this.#checkSite(request);
  }

  #checkHost({ headers: { host }, httpVersion }: IncomingMessage): void {
    if (host === undefined) {
      // Browsers always name the host; HTTP/1.0 programs need not.
      if (httpVersion === '1.0') return;
      throw new HttpProblem('bad_request', 'The Host header is missing.');
    }
    if (!this.#names || this.#names.has(hostName(host))) return;
    throw new HttpProblem(
      'misdirected',
      'This server listens on loopback and does not go by the host name of the request. ' +
        'To allow it, set app.server.public-url or app.server.allowed-hosts.',
    );
  }

  #checkSite(request: IncomingMessage): void {
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (site === 'same-origin' || site === 'none') return;
    if (site === undefined) {
      const own = `${this.#scheme}://${host}`;
      if (origin === undefined || origin === own || origin === this.#publicOrigin) return;
    }
    if (this.allowedOrigin(request) !== undefined) return;
    throw new HttpProblem(
      'cross_site',
      'The request comes from a page of another origin. ' +
        'To allow that origin, set app.server.allowed-origins.',
    );
  }
}

function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase();
}
