import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { leaveNothingBehind } from '../../scripts/leave-nothing-behind.ts';

// A run that is killed would leave its servers, and with them their networks.
leaveNothingBehind('hookline-lab-');

/** Between two events of a sender: a node holds fifty, and readers are away for some seconds. */
const EVERY = 1000;
const HOP_EVERY = 3000;
const CHANNELS = ['webhook', 'webhook/jobs', 'webhook/kunden'] as const;

/** Send until it is accepted, each time to the next node, always with the same key. */
export class Senders {
  /** Of each key, what it was accepted as. */
  readonly accepted = new Map<string, number>();
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
      let id: number | undefined;
      for (let attempt = sender; id === undefined; attempt++) {
        if (attempt > sender) await pause(50);
        id = await post(`${this.#urls[attempt % this.#urls.length]}/api/${channel}`, key);
      }
      this.accepted.set(key, id);
      this.longestPause = Math.max(this.longestPause, performance.now() - this.#last);
      this.#last = performance.now();
      await pause(EVERY);
    }
  }
}

/** What it was accepted as, if it was. */
export async function post(url: string, key: string): Promise<number | undefined> {
  try {
    const body = JSON.stringify({ auftragsnummer: key, name: key, kundennummer: key });
    const headers = { 'idempotency-key': key };
    const answer = await fetch(url, { method: 'POST', headers, body });
    const { id } = await answer.json();
    return answer.status === 202 ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Goes to the next node every few seconds, and whenever its stream ends. */
export class Reader {
  readonly seen = new Set<number>();
  doubled = 0;
  disordered = 0;
  longestPause = 0;
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
    this.#instance =
      /^event: hello\ndata: .*"instance":"([^"]+)"/m.exec(block)?.[1] ?? this.#instance;
    const id = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? Number.NaN);
    if (Number.isNaN(id)) return;
    if (this.seen.has(id)) this.doubled++;
    else if (id < this.#lastId) this.disordered++;
    this.seen.add(id);
    this.#lastId = id;
    this.longestPause = Math.max(this.longestPause, performance.now() - this.#last);
    this.#last = performance.now();
  }
}

/** What was lost, doubled or out of order, for all senders and readers together, to the last event. */
export async function tally(senders: Senders, readers: readonly Reader[]) {
  await senders.stop();
  const ids = [...senders.accepted.values()];
  const head = Math.max(...ids);
  for (const { seen } of readers) await expect.poll(() => seen.has(head)).toBe(true);
  const sum = (of: (reader: Reader) => number) => readers.reduce((all, one) => all + of(one), 0);
  return {
    lost: sum(({ seen }) => ids.filter((id) => !seen.has(id)).length),
    doubled: sum(({ doubled }) => doubled) + ids.length - new Set(ids).size,
    disordered: sum(({ disordered }) => disordered),
  };
}
