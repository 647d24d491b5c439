import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Simulator } from './simulator.ts';

type Block = Record<string, string>;

/** The manager interface of an Asterisk: takes a login, answers actions, and tells events. */
export class ManagerInterface extends Simulator {
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
  /** Told to whoever is logged in and has asked for all channels. */
  tell(event: string, fields: Block, bytes?: number): Promise<void> {
    return this.say(blockOf({ Event: event, Privilege: 'call,all', ...fields }), bytes);
  }

  protected override serve(socket: Socket): void {
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
      if (action === 'coreshowchannels') this.follow(socket);
    } else if (action === 'coreshowchannels') {
      answer({ Response: 'Success', EventList: 'start' });
      for (const channel of this.channels) answer({ Event: 'CoreShowChannel', ...channel });
      answer({ Event: 'CoreShowChannelsComplete', EventList: 'Complete' });
      this.follow(socket);
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
}

function blockOf(fields: Block): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${lines.join('')}\r\n`;
}
