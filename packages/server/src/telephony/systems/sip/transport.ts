import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import { networkWords } from '../../../http/network-words.ts';
import type { Schedule } from '../../schedule.ts';
import { sipLength } from './message.ts';

export type TransportName = 'udp' | 'tcp' | 'tls';

export interface SipTransportOptions {
  readonly host: string;
  readonly port: number;
  readonly transport: TransportName;
  /** A certificate may name this instead of the host. */
  readonly domain: string;
  readonly schedule: Schedule;
  readonly onOpen: () => void;
  readonly onMessage: (bytes: Buffer) => void;
  /** It cannot be opened, or is lost; it is opened again only when somebody says so. */
  readonly onBroken: (reason: string) => void;
}

/** A way to the registrar, while it is open. */
interface Way {
  send(bytes: Buffer): void;
  close(): void;
  address(): { readonly address: string; readonly port: number };
}

const CONNECT_TIMEOUT = 10_000;

/** The way on which everything is said and heard, opened for the address that comes next. */
export class SipTransport {
  readonly #options: SipTransportOptions;
  #way: Way | undefined;
  #attempts = 0;

  constructor(options: SipTransportOptions) {
    this.#options = options;
  }

  /** What is sent arrives, or the way is lost: nothing has to be said twice. */
  get isReliable(): boolean {
    return this.#options.transport !== 'udp';
  }

  /** As it stands in `Via`. */
  get name(): string {
    return this.#options.transport.toUpperCase();
  }

  /** Where this end of it is. */
  get ownAddress(): string {
    const { address, port } = this.#way?.address() ?? { address: '', port: 0 };
    return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  }

  open(): void {
    const { host, transport } = this.#options;
    this.close();
    let isCalledOff = false;
    // Until there is one, closing keeps it from being opened.
    const none: Way = {
      send() {},
      close() {
        isCalledOff = true;
      },
      address: () => ({ address: '', port: 0 }),
    };
    this.#way = none;
    lookup(host, { all: true, order: 'ipv4first' }, (error, addresses) => {
      if (isCalledOff) return;
      const found = error ? undefined : addresses[this.#attempts++ % addresses.length];
      if (!found) this.#broken(none, `there is no host ${host}`);
      else if (transport === 'udp') this.#openDatagrams(found.address);
      else this.#openStream(found.address, transport === 'tls');
    });
  }

  send(bytes: Buffer): void {
    this.#way?.send(bytes);
  }

  close(): void {
    const way = this.#way;
    this.#way = undefined;
    way?.close();
  }

  #broken(way: Way, reason: string): void {
    if (this.#way === way) this.#options.onBroken(reason);
  }

  #openDatagrams(host: string): void {
    const { port, onOpen, onMessage } = this.#options;
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    const broken = ({ code, message }: NodeJS.ErrnoException) =>
      this.#broken(way, code === 'ECONNREFUSED' ? 'nobody is there' : message);
    const way: Way = {
      send: (bytes) => socket.send(bytes, (error) => error && broken(error)),
      close: () => socket.close(),
      address: () => socket.address(),
    };
    this.#way = way;
    socket.on('error', broken);
    socket.on('connect', () => {
      const registrar = socket.remoteAddress();
      socket.on('message', (bytes, from) => {
        // What strangers said before it was connected is still read after it.
        if (from.address === registrar.address && from.port === registrar.port) onMessage(bytes);
      });
      onOpen();
    });
    // Connected, it takes nothing from anybody else, and hears that nobody is there.
    socket.connect(port, host);
  }

  #openStream(address: string, isTls: boolean): void {
    const { host, port, domain, schedule, onOpen, onMessage } = this.#options;
    const socket: Socket = isTls
      ? connectTls({
          host: address,
          port,
          ...(isIP(host) === 0 && { servername: host }),
          checkServerIdentity: (_name, certificate) =>
            checkServerIdentity(host, certificate) && checkServerIdentity(domain, certificate),
        })
      : connect({ host: address, port });
    const way: Way = {
      send: (bytes) => void (socket.writable && socket.write(bytes)),
      close: () => socket.destroy(),
      address: () => ({ address: socket.localAddress ?? '', port: socket.localPort ?? 0 }),
    };
    this.#way = way;
    let reason = 'the line was closed';
    let rest: Buffer = Buffer.alloc(0);
    const giveUp = schedule.after(CONNECT_TIMEOUT, () => socket.destroy(new Error('no answer')));
    socket.setNoDelay(true);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      giveUp();
      onOpen();
    });
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length > 0 && !socket.destroyed) {
        const length = sipLength(rest);
        if (length === 0) return;
        if (length === undefined) {
          socket.destroy(new Error('what is said there is no SIP'));
          return;
        }
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        onMessage(message);
      }
    });
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      reason = networkWords(code) ?? message;
    });
    socket.once('close', () => {
      giveUp();
      this.#broken(way, reason);
    });
  }
}
