import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ItemFormat, PageRequest, TextPage } from '../../src/archive/engine/lists/page.ts';

/** Turns of the event loop in which a page is read and written, and then some. */
const TURNS = 10;

/** A list of numbered pages that writes down how it is read. */
export class PagedList {
  readonly asked: (PageRequest & { format: ItemFormat })[] = [];
  /** Pages asked for and not answered, at most at one time. */
  mostOutstanding = 0;
  #outstanding = 0;
  readonly #pages: number;
  readonly #items: readonly string[];
  readonly #failAt: number | undefined;

  constructor(pages: number, items: readonly string[], failAt?: number) {
    this.#pages = pages;
    this.#items = items;
    this.#failAt = failAt;
  }

  read = async (_filter: unknown, page: PageRequest, format: ItemFormat): Promise<TextPage> => {
    this.asked.push({ ...page, format });
    this.mostOutstanding = Math.max(this.mostOutstanding, ++this.#outstanding);
    await new Promise(setImmediate);
    this.#outstanding--;
    const at = Number(page.cursor ?? 0);
    if (at === this.#failAt) throw new Error('the database is gone');
    return { items: this.#items, next: at + 1 < this.#pages ? String(at + 1) : null };
  };

  /** How many pages were read when there was none in so many turns that all could have been. */
  async settled(): Promise<number> {
    for (let turns = 0, before = -1; turns < TURNS * this.#pages; turns++) {
      if (before !== this.asked.length) turns = 0;
      before = this.asked.length;
      await new Promise(setImmediate);
    }
    return this.asked.length;
  }
}

/** A download that has begun and of which nothing is read yet. */
export function beginDownload(url: string, accept: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { accept }, agent: false }, (answer) => {
      answer.pause();
      resolve(answer);
    });
    sent.on('error', reject);
    sent.end();
    onTestFinished(() => {
      sent.destroy();
    });
  });
}

/** Reads to the end: how much it was, and whether the server ended it in order. */
export function readToEnd(answer: IncomingMessage): Promise<{ bytes: number; whole: boolean }> {
  return new Promise((resolve) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on('error', () => {});
    answer.on('close', () => resolve({ bytes, whole: answer.complete }));
    answer.resume();
  });
}
