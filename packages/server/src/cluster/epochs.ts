import { randomUUID } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { instanceOf } from './names.ts';
import { putUnlessChanged } from './prepare.ts';

const KEY = 'life';
/**
 * Nodes that start together each have the stream made. A server that is started anew tells the time
 * of the later one, on a busy machine seconds after the one it told before: taken for another stream,
 * all of it would be stored once more. Who removes one and makes another is not so fast.
 */
const SAME_STREAM = 10_000;

/** From the making of a stream until it is made anew, or what it holds turns out to be another. */
export interface Epoch {
  readonly instance: string;
  /** When its stream was made, in milliseconds since 1970. */
  readonly created: number;
  /** The instance whose ids it goes on with; null for a stream that was made anew. */
  readonly continues: string | null;
  /** Up to here its events are those of that instance; an earlier version does not say it. */
  readonly through?: number;
}

interface Written {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly continues: string | null;
  readonly through?: number;
}

/**
 * Which epoch the stream is in, the same for all nodes. The time when it was made would not do: in
 * a cluster that was still assembling, its servers may each have another one.
 */
export class Epochs {
  readonly #kv: KV;
  readonly #name: string;

  constructor(kv: KV, name: string) {
    this.#kv = kv;
    this.#name = name;
  }

  /** The present one; another one begins if the stream was made anew. */
  async at(created: string): Promise<Epoch> {
    const made = Date.parse(created);
    for (;;) {
      const { written, revision } = await this.#read();
      if (written && isOneStream(written, { created: made })) return this.#epoch(written);
      const anew = { id: randomUUID(), created: made, continues: null };
      if (await this.#write(anew, revision)) return this.#epoch(anew);
    }
  }

  /** The stream has other events than it had after this id: what comes there means something else. */
  async rewritten(instance: string, through: number): Promise<void> {
    const { written, revision } = await this.#read();
    // Another node has seen it, too.
    if (!written || this.#epoch(written).instance !== instance) return;
    await this.#write({ ...written, id: randomUUID(), continues: instance, through }, revision);
  }

  #epoch({ id, created, continues, through }: Written): Epoch {
    const instance = instanceOf(this.#name, id);
    return { instance, created, continues, ...(through !== undefined && { through }) };
  }

  async #read(): Promise<{ written: Written | undefined; revision: number }> {
    const entry = await this.#kv.get(KEY);
    const isThere = entry?.operation === 'PUT';
    return { written: isThere ? entry.json() : undefined, revision: entry?.revision ?? 0 };
  }

  #write(epoch: Written, revision: number): Promise<boolean> {
    return putUnlessChanged(this.#kv, KEY, JSON.stringify(epoch), revision);
  }
}

/** Two epochs of one stream have the same ids, as far as they have the same events. */
export function isOneStream(one: Pick<Epoch, 'created'>, other: Pick<Epoch, 'created'>): boolean {
  return Math.abs(one.created - other.created) < SAME_STREAM;
}
