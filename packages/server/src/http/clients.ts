import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { RequestHead } from './gate.ts';
import { HttpProblem } from './problem.ts';

/** Node lets markup and lists through as a host name. */
export const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * Who is really at the other end, and under which address they reach this server.
 *
 * Anyone can write `X-Forwarded-*`. Believed from everyone, they would let a sender be somebody
 * else in the log and a new address for every request of a rate limit. So they count only when
 * they come from a proxy that the configuration names, and then only what that proxy added.
 */
export class Clients {
  readonly #proxies: BlockList | undefined;

  constructor(trustedProxies: readonly string[] | undefined) {
    if (trustedProxies === undefined) return;
    this.#proxies = new BlockList();
    for (const network of trustedProxies.flatMap((each) =>
      each === 'loopback' ? LOOPBACK : each,
    )) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#proxies.addAddress(address, family);
      else this.#proxies.addSubnet(address, Number(bits), family);
    }
  }

  /** Is this the address of a proxy that the configuration names? */
  isProxy(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#proxies?.check(address, family === 6 ? 'ipv6' : 'ipv4') === true;
  }

  /** The address of the client: of the last one in the chain that is not a trusted proxy. */
  addressOf({ socket, headers }: RequestHead): string {
    let address = peerOf(socket);
    if (!this.isProxy(address)) return address;
    const chain = String(headers['x-forwarded-for'] ?? '').split(',');
    // Each proxy appends who it heard from, so what is to the left of a stranger is hearsay.
    while (this.isProxy(address)) {
      const before = withoutPort(chain.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      address = unmapped(before);
    }
    return address;
  }

  /** Where the client reaches this server, as it asked: `https://office-pc:8443`. */
  originAsked(request: RequestHead): string {
    return `${this.#protocolOf(request)}://${this.#hostOf(request)}`;
  }

  /** Is the client's own line encrypted, up to here or up to a proxy that is believed? */
  isEncrypted(request: RequestHead): boolean {
    return this.#protocolOf(request) === 'https';
  }

  #protocolOf({ socket, headers }: RequestHead): 'http' | 'https' {
    const own = (socket as TLSSocket).encrypted ? 'https' : 'http';
    const forwarded = this.#forwarded(socket, headers['x-forwarded-proto']);
    return forwarded === 'http' || forwarded === 'https' ? forwarded : own;
  }

  #hostOf({ socket, headers }: RequestHead): string {
    const host = this.#forwarded(socket, headers['x-forwarded-host']) ?? headers.host ?? '';
    if (host !== '') {
      // The address goes into documents for others.
      if (!HOST.test(host)) throw new HttpProblem('bad_request', 'The Host header is not valid.');
      return host;
    }
    const address = unmapped(socket.localAddress ?? '127.0.0.1');
    return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`;
  }

  /** The last value, which the proxy next to us has written. */
  #forwarded(socket: Socket, header: string | string[] | undefined): string | undefined {
    if (header === undefined || !this.isProxy(peerOf(socket))) return undefined;
    return String(header).split(',').at(-1)?.trim() || undefined;
  }
}

/** The address of whoever holds the other end of the connection. */
export function peerOf({ remoteAddress = '' }: Socket): string {
  return unmapped(remoteAddress);
}

/** A server that listens on `::` sees 192.0.2.7 as ::ffff:192.0.2.7, which is the same client. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Some proxies write the port too: 192.0.2.7:1234 or [2001:db8::1]:1234. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/**
 * What counts as one client. A household or an office gets a /64 of IPv6 addresses, so a limit per
 * single address would not limit anybody.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [text = ''] = address.split('%', 1);
  const [front = '', back = ''] = text.split('::', 2);
  const groups = front === '' ? [] : front.split(':');
  if (text.includes('::')) {
    const after = back === '' ? [] : back.split(':');
    // An IPv4 address at the end stands for two groups.
    const given = groups.length + after.length + (back.includes('.') ? 1 : 0);
    groups.push(...Array<string>(8 - given).fill('0'), ...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
