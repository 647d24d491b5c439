import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

type Block = Record<string, string>;

/** The manager interface of an Asterisk: takes a login, answers actions, and tells events. */
export class ManagerInterface {
  static readonly user = 'hookline';
  static readonly secret = 's3cret';
  /** What it was asked to do, without logins and pings. */
  readonly actions: Block[] = [];
  /** The channels that it lists. */
  channels: Block[] = [];
  /** Actions that it refuses, as for want of a right. */
  readonly refused = new Set<string>();
  knowsChallenge = true;
  answersPings = true;
  banner = 'Asterisk Call Manager/8.0.2';
  readonly #sockets = new Set<Socket>();
  readonly #followers = new Set<Socket>();
  readonly #waiting = new Set<() => void>();
  readonly #server = createServer((socket) => this.#serve(socket));

  static async start(): Promise<ManagerInterface> {
    const manager = new ManagerInterface();
    await manager.listen(0);
    onTestFinished(() => manager.stop());
    return manager;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Until somebody is logged in and has asked for all channels. */
  async followed(): Promise<void> {
    while (this.#followers.size === 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Told to whoever is logged in; in packets of so many bytes if given. */
  async tell(event: string, fields: Block, bytes?: number): Promise<void> {
    await this.followed();
    const text = blockOf({ Event: event, Privilege: 'call,all', ...fields });
    const size = bytes ?? text.length;
    for (let at = 0; at < text.length; at += size) {
      for (const socket of this.#followers) {
        socket.setNoDelay(true);
        socket.write(text.slice(at, at + size));
      }
      if (bytes !== undefined) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#followers.delete(socket);
    });
    socket.write(`${this.banner}\r\n`);
    const challenge = '840415273';
    let block: Block = {};
    const lines = createInterface({ input: socket });
    lines.on('error', () => {});
    lines.on('line', (line) => {
      if (line !== '') {
        const [name = '', ...value] = line.split(': ');
        block[name.toLowerCase()] = value.join(': ');
        return;
      }
      const asked = block;
      block = {};
      this.#answer(socket, asked, challenge);
    });
  }

  #answer(socket: Socket, asked: Block, challenge: string): void {
    const answer = (fields: Block) => {
      const id = asked['actionid'];
      socket.write(blockOf({ ...fields, ...(id !== undefined && { ActionID: id }) }));
    };
    const action = (asked['action'] ?? '').toLowerCase();
    if (action === 'challenge') {
      answer(
        this.knowsChallenge
          ? { Response: 'Success', Challenge: challenge }
          : { Response: 'Error', Message: 'Must specify AuthType' },
      );
    } else if (action === 'login') {
      const key = createHash('md5').update(challenge + ManagerInterface.secret);
      const isRight =
        asked['username'] === ManagerInterface.user &&
        (asked['secret'] === ManagerInterface.secret || asked['key'] === key.digest('hex'));
      answer(
        isRight
          ? { Response: 'Success', Message: 'Authentication accepted' }
          : { Response: 'Error', Message: 'Authentication failed' },
      );
      if (!isRight) socket.end();
    } else if (action === 'ping') {
      if (this.answersPings) answer({ Response: 'Success', Ping: 'Pong' });
    } else if (this.refused.has(action)) {
      answer({ Response: 'Error', Message: 'Permission denied' });
      if (action === 'coreshowchannels') this.#follow(socket);
    } else if (action === 'coreshowchannels') {
      answer({ Response: 'Success', EventList: 'start' });
      for (const channel of this.channels) answer({ Event: 'CoreShowChannel', ...channel });
      answer({ Event: 'CoreShowChannelsComplete', EventList: 'Complete' });
      this.#follow(socket);
    } else if (action === 'listcommands') {
      const allowed = ['CoreShowChannels', 'Originate', 'Hangup', 'BlindTransfer', 'Ping'].filter(
        (name) => !this.refused.has(name.toLowerCase()),
      );
      const said = allowed.map((name) => [name, 'What it does. (Priv: call,all)']);
      answer({ Response: 'Success', ...Object.fromEntries(said) });
    } else {
      this.actions.push(asked);
      answer({ Response: 'Success', Message: 'Queued' });
    }
  }

  #follow(socket: Socket): void {
    this.#followers.add(socket);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

function blockOf(fields: Block): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${lines.join('')}\r\n`;
}
