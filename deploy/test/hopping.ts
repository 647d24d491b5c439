import { setTimeout as pause } from 'node:timers/promises';
import type { Hello, Receipt } from '@hookline/contract';
import { expect, onTestFinished } from 'vitest';
import { leaveNothingBehind } from '../../scripts/leave-nothing-behind.ts';

// A run that is killed would leave its servers, and with them their networks.
leaveNothingBehind('hookline-lab-');

/** Between two events of a sender: a node holds fifty, and readers are away for some seconds. */
const EVERY = 1000;
const HOP_EVERY = 3000;
/** As long as a sender waits for an answer before it asks the next node. */
const PATIENCE = 8000;
const CHANNELS = ['webhook', 'webhook/jobs', 'webhook/kunden'] as const;

/** Send until it is accepted, each time to the next node, always with the same key. */
export class Senders {
  /** Of each key, what it was accepted as. */
  readonly accepted = new Map<string, Receipt>();
  /** The node that took it. */
  readonly takenBy = new Map<string, string>();
  /** What was said instead. */
  readonly refusals = new Set<string>();
  longestPause = 0;
  #isOver = false;
  #last = performance.now();
  readonly #urls: readonly string[];
  readonly #done: readonly Promise<void>[];

  constructor(urls: readonly string[], count: number) {
    this.#urls = urls;
    this.#done = Array.from({ length: count }, (_, n) => this.#send(n, (EVERY * n) / count));
  }

  /** Done when so many more are accepted. */
  async more(count: number): Promise<void> {
    const { size } = this.accepted;
    await expect.poll(() => this.accepted.size).toBeGreaterThanOrEqual(size + count);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#done);
  }

  async #send(sender: number, after: number): Promise<void> {
    const channel = CHANNELS[sender % CHANNELS.length];
    await pause(after);
    for (let turn = 0; !this.#isOver; turn++) {
      const key = `${channel} ${sender}-${turn}`;
      for (let attempt = sender; !this.accepted.has(key); attempt++) {
        if (attempt > sender) await pause(50);
        const url = this.#urls[attempt % this.#urls.length] ?? '';
        const answer = await post(`${url}/api/${channel}`, key);
        if (typeof answer === 'string') this.refusals.add(answer);
        else this.accepted.set(key, answer);
        this.takenBy.set(key, url);
      }
      this.longestPause = Math.max(this.longestPause, performance.now() - this.#last);
      this.#last = performance.now();
      await pause(EVERY);
    }
  }
}

/** What it was accepted as, or what was said instead. */
export async function post(url: string, key: string): Promise<Receipt | string> {
  try {
    const body = JSON.stringify({ auftragsnummer: key, name: key, kundennummer: key });
    const headers = { 'idempotency-key': key };
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    const told = await answer.json();
    return answer.status === 202 ? told : `${answer.status} ${told.detail}`;
  } catch {
    return 'no answer';
  }
}

/** Goes to the next node every few seconds, and whenever its stream ends. */
export class Reader {
  readonly seen = new Set<number>();
  /** Of what it has seen, also in earlier epochs. */
  readonly keys = new Set<string>();
  /** It was told of them that they are no longer held, and finds them in the archive. */
  readonly missed = new Set<number>();
  /** What came a second time, and whom it was asked for after which. */
  readonly doubled: string[] = [];
  disordered = 0;
  longestPause = 0;
  #asked = '';
  #lastId = 0;
  #last = performance.now();
  #instance: string | undefined;
  readonly #urls: readonly string[];
  readonly #saysInstance: boolean;
  readonly #over = new AbortController();

  constructor(urls: readonly string[], saysInstance: boolean, first: number) {
    this.#urls = urls;
    this.#saysInstance = saysInstance;
    onTestFinished(() => this.#over.abort());
    void this.#read(first);
  }

  async #read(first: number): Promise<void> {
    for (let turn = first; !this.#over.signal.aborted; turn++) {
      const url = this.#urls[turn % this.#urls.length];
      const own = this.#saysInstance && this.#instance ? `?instance=${this.#instance}` : '';
      this.#asked = `${url}${own} after ${this.#lastId}`;
      const hop = AbortSignal.any([this.#over.signal, AbortSignal.timeout(HOP_EVERY)]);
      try {
        const headers = { 'last-event-id': String(this.#lastId) };
        const answer = await fetch(`${url}/api/webhook/events${own}`, { headers, signal: hop });
        let text = '';
        for await (const chunk of answer.body ?? []) {
          const blocks = (text + Buffer.from(chunk).toString()).split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) this.#take(block);
        }
      } catch {
        await pause(20);
      }
    }
  }

  #take(block: string): void {
    const hello = /^event: hello\ndata: (.*)/m.exec(block)?.[1];
    if (hello) this.#greeted(JSON.parse(hello));
    const id = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? Number.NaN);
    if (Number.isNaN(id)) return;
    if (this.seen.has(id)) this.doubled.push(`${id} of ${this.#asked}`);
    else if (id < this.#lastId) this.disordered++;
    this.seen.add(id);
    this.keys.add(keyIn(block));
    this.#lastId = id;
    this.longestPause = Math.max(this.longestPause, performance.now() - this.#last);
    this.#last = performance.now();
  }

  #greeted({ instance, missed }: Hello): void {
    this.#instance = instance;
    for (let n = 1; n <= missed; n++) this.missed.add(this.#lastId + n);
  }
}

/** Of the webhook whose event or row this is. */
export function keyIn(text: string): string {
  return /"auftragsnummer":"([^"]*)"/.exec(text)?.[1] ?? '';
}

export function idsOf({ accepted }: Senders): number[] {
  return [...accepted.values()].map(({ id }) => id);
}

/** What was lost, doubled or out of order, for all senders and readers together, to the last event. */
export async function tally(senders: Senders, readers: readonly Reader[]) {
  await senders.stop();
  const ids = idsOf(senders);
  const head = Math.max(...ids);
  for (const { seen } of readers) await expect.poll(() => seen.has(head)).toBe(true);
  const sum = (of: (reader: Reader) => number) => readers.reduce((all, one) => all + of(one), 0);
  return {
    lost: sum(({ seen, missed }) => ids.filter((id) => !seen.has(id) && !missed.has(id)).length),
    doubled: sum(({ doubled }) => doubled.length) + ids.length - new Set(ids).size,
    disordered: sum(({ disordered }) => disordered),
  };
}
