import { createReadStream } from 'node:fs';
import { SocketAddress } from 'node:net';
import { endianness } from 'node:os';

/** What the kernel knows about every TCP connection; only Linux has these files. */
const FILES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** An established connection (01) on which something is sent again (01:) because no answer came. */
const SENT_AGAIN =
  /^ *\d+: [\dA-F]+:[\dA-F]{4} ([\dA-F]+):([\dA-F]{4}) 01 [\dA-F]{8}:[\dA-F]{8} 01:[\dA-F]{8} ([\dA-F]{8}) /;

interface Silence {
  readonly since: number;
  /** How often the same bytes were sent; an answer sets it back. */
  readonly sent: number;
}

/** Names the other end of a connection, as the kernel and Node both do. */
export function peerName(address: string, port: number): string {
  return `${address} ${port}`;
}

/**
 * Finds the clients that have vanished without a word: a cable was pulled, a laptop closed. What
 * is sent to them stays unanswered, and the kernel tries for about 15 minutes, in which they would
 * count as listeners; with this it is `app.stream.stall-timeout` and a heartbeat. Keep-alive does
 * not look while something is unanswered, and heartbeats see to that; TCP_USER_TIMEOUT would do,
 * but Node cannot set it. A look costs 8 ms of processor for 100 streams and 20 for 1,000 (on a
 * slow core, both ends on this machine), nearly all of it in the kernel, once a heartbeat.
 */
export class VanishedPeers {
  readonly #timeout: number;
  readonly #now: () => number;
  #silent = new Map<string, Silence>();

  constructor(timeout: number, now: () => number) {
    this.#timeout = timeout;
    this.#now = now;
  }

  /** Looks at all connections of this machine; answers who has not answered for too long. */
  async look(files: readonly string[] = FILES): Promise<ReadonlySet<string>> {
    const seen = new Map<string, number>();
    for (const file of files) {
      try {
        let rest = '';
        for await (const chunk of createReadStream(file, 'latin1')) {
          const lines: string[] = `${rest}${chunk}`.split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) note(line, seen);
        }
      } catch {
        // Another system than Linux, or one that does not show it: the kernel's own limit stays.
      }
    }
    return this.#judge(seen);
  }

  #judge(seen: ReadonlyMap<string, number>): ReadonlySet<string> {
    const now = this.#now();
    const before = this.#silent;
    this.#silent = new Map();
    const vanished = new Set<string>();
    for (const [peer, sent] of seen) {
      const known = before.get(peer);
      const since = known && known.sent <= sent ? known.since : now;
      this.#silent.set(peer, { since, sent });
      if (now - since >= this.#timeout) vanished.add(peer);
    }
    return vanished;
  }
}

function note(line: string, seen: Map<string, number>): void {
  const [, address = '', port = '', sent = ''] = SENT_AGAIN.exec(line) ?? [];
  const times = Number.parseInt(sent, 16);
  if (times > 0) seen.set(peerName(addressOf(address), Number.parseInt(port, 16)), times);
}

/** The kernel writes an address as numbers of four bytes, each in the order of the machine. */
function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  if (endianness() === 'LE') bytes.swap32();
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16));
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
}
