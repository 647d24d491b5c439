import { createHash } from 'node:crypto';
import { LastingLine } from '../../lasting-line.ts';
import type { Schedule } from '../../schedule.ts';

/** A block of `Key: value` lines; keys in small letters, of several the first one. */
export type AmiBlock = ReadonlyMap<string, string>;

export interface AmiOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly user: string;
  readonly secret: string;
  readonly schedule: Schedule;
  /** What it says it is. */
  readonly onGreeted?: (banner: string) => void;
  /** Logged in, for the first time or again. */
  readonly onUp: () => void;
  readonly onEvent: (name: string, event: AmiBlock) => void;
  readonly onDown: (reason: string) => void;
}

/** What was asked was not done; the message is Asterisk's. */
export class AmiError extends Error {
  override readonly name = 'AmiError';
}

const PING_EVERY = 15_000;
const TIMEOUT = 10_000;
/** A block has a dozen lines; more is no Asterisk. */
const MOST_LINES = 500;

type Settle = (answer: AmiBlock | AmiError) => void;

/** The manager interface of Asterisk: logs in, stays logged in, asks and hears events. */
export class Ami {
  readonly #options: AmiOptions;
  readonly #line: LastingLine;
  readonly #asked = new Map<string, { settle: Settle; giveUp: () => void }>();
  #block = new Map<string, string>();
  #lines = 0;
  #last = 0;
  #isGreeted = false;
  #stopWaiting = () => {};
  #stopPings = () => {};

  constructor(options: AmiOptions) {
    this.#options = options;
    this.#line = new LastingLine({
      host: options.host,
      port: options.port,
      tls: options.tls,
      schedule: options.schedule,
      onUp: () => {
        this.#isGreeted = false;
        this.#clear();
        // A port that takes the line and says nothing would be waited for without end.
        this.#stopWaiting = options.schedule.after(TIMEOUT, () =>
          this.#line.drop('it does not say that it is an Asterisk'),
        );
      },
      onLine: (line) => this.#take(line),
      onDown: (reason) => {
        this.#stopWaiting();
        this.#stopPings();
        for (const { settle } of this.#asked.values()) settle(new AmiError('the line was lost'));
        options.onDown(reason);
      },
    });
  }

  open(): void {
    this.#line.open();
  }

  close(): void {
    this.#stopWaiting();
    this.#stopPings();
    this.#line.close();
  }

  /**
   * Answers what Asterisk answers; fails with its message if it does not do it. The id is also that
   * of what it tells later about it.
   */
  ask(
    action: string,
    fields: Readonly<Record<string, string>> = {},
    id = `hookline-${++this.#last}`,
  ): Promise<AmiBlock> {
    return new Promise((resolve, reject) => {
      const giveUp = this.#options.schedule.after(TIMEOUT, () => settle(new AmiError('no answer')));
      const settle: Settle = (answer) => {
        giveUp();
        this.#asked.delete(id);
        if (answer instanceof AmiError) reject(answer);
        else if (/^success$/i.test(answer.get('response') ?? '')) resolve(answer);
        else reject(new AmiError(answer.get('message') ?? 'refused'));
      };
      this.#asked.set(id, { settle, giveUp });
      const lines = Object.entries({ Action: action, ActionID: id, ...fields });
      // A line break in a value would be the next command.
      const text = lines.map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]+/g, ' ')}\r\n`);
      if (!this.#line.write(`${text.join('')}\r\n`)) settle(new AmiError('there is no line'));
    });
  }

  #take(line: string): void {
    if (!this.#isGreeted) {
      // Anything else than Asterisk is told no password.
      this.#isGreeted = line.startsWith('Asterisk Call Manager/');
      this.#stopWaiting();
      if (this.#isGreeted) {
        this.#options.onGreeted?.(line);
        void this.#logIn();
      } else this.#line.drop('this is no Asterisk');
      return;
    }
    if (line === '') {
      const block = this.#block;
      this.#clear();
      if (block.size > 0) this.#whole(block);
      return;
    }
    if (++this.#lines > MOST_LINES) {
      this.#line.drop('a block without an end');
      return;
    }
    const at = line.indexOf(':');
    if (at <= 0) return;
    const key = line.slice(0, at).trim().toLowerCase();
    if (!this.#block.has(key)) this.#block.set(key, line.slice(at + 1).trim());
  }

  #clear(): void {
    this.#block = new Map();
    this.#lines = 0;
  }

  #whole(block: AmiBlock): void {
    const event = block.get('event');
    if (event !== undefined) this.#options.onEvent(event, block);
    else this.#asked.get(block.get('actionid') ?? '')?.settle(block);
  }

  async #logIn(): Promise<void> {
    const { user, secret, onUp } = this.#options;
    try {
      const challenge = await this.ask('Challenge', { AuthType: 'MD5' }).catch(() => undefined);
      const said = challenge?.get('challenge');
      await this.ask('Login', {
        Username: user,
        Events: 'call',
        ...(said === undefined
          ? { Secret: secret }
          : {
              AuthType: 'MD5',
              Key: createHash('md5')
                .update(said + secret)
                .digest('hex'),
            }),
      });
      this.#pingLater();
      onUp();
    } catch (error) {
      this.#line.drop(`login refused: ${error instanceof Error ? error.message : error}`);
    }
  }

  #pingLater(): void {
    this.#stopPings = this.#options.schedule.after(PING_EVERY, () => {
      this.ask('Ping').then(
        () => this.#pingLater(),
        () => this.#line.drop('no answer to a ping'),
      );
    });
  }
}
