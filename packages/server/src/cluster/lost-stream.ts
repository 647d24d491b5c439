import { setTimeout as pause } from 'node:timers/promises';
import { HttpProblem } from '../http/problem.ts';
import type { RelayEvent } from '../hub/relay-event.ts';
import type { Finds } from './parts.ts';

const AGAIN_AFTER = 1000;

export interface HeldEvent
  extends Pick<RelayEvent, 'id' | 'receivedAt' | 'channel' | 'sender' | 'topic'> {
  /** What JetStream told it by: a request that is sent again counts once, also in the next stream. */
  readonly name: string;
  payload: Buffer;
}

/** A stream that is no more, and what this node holds of it, in order. */
export interface LostStream {
  readonly instance: string;
  readonly events: readonly HeldEvent[];
}

export interface LostStreamParts {
  /** Up to where the archive has it; an error while it cannot tell. */
  readonly fedThrough: (instance: string) => Promise<number>;
  /** Into the present stream, once. */
  readonly put: (event: HeldEvent) => Promise<unknown>;
  readonly isClosed: () => boolean;
  readonly onMissing: (events: number) => void;
}

/**
 * Puts what the archive does not have of a lost stream into the one that came after it, where archive
 * and readers find it under another id. All nodes that hold an event know it by the same name.
 */
export class LostEvents {
  readonly #held = new Set<HeldEvent>();

  async putAgain({ instance, events }: LostStream, parts: LostStreamParts): Promise<void> {
    const { fedThrough, put, isClosed, onMissing } = parts;
    if (events.length === 0) return;
    for (const event of events) this.#held.add(event);
    let through: number | undefined;
    while (through === undefined && !isClosed()) {
      // Whoever fed the archive may still be storing what was read last.
      await pause(AGAIN_AFTER, undefined, { ref: false });
      through = await fedThrough(instance).catch(() => undefined);
    }
    for (const event of events) if (event.id <= (through ?? 0)) this.#held.delete(event);
    if (this.#held.size > 0) onMissing(this.#held.size);
    for (const event of events) {
      while (this.#held.has(event) && !isClosed() && !(await isPut(put(event)))) {
        await pause(AGAIN_AFTER, undefined, { ref: false });
      }
      this.#held.delete(event);
    }
  }

  /** Else it would come back with the next stream: an erasure finds it in none. */
  async redact(judge: Finds): Promise<void> {
    for (const event of this.#held) {
      const redaction = await judge(event.payload.toString());
      if (redaction.outcome === 'removed') this.#held.delete(event);
      else if (redaction.outcome === 'cut') event.payload = Buffer.from(redaction.text);
    }
  }
}

async function isPut(putting: Promise<unknown>): Promise<boolean> {
  try {
    await putting;
    return true;
  } catch (error) {
    // Another node has put it there, of which a number was erased since.
    return error instanceof HttpProblem && error.code === 'key_reused';
  }
}
