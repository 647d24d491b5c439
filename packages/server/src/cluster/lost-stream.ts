import { setTimeout as pause } from 'node:timers/promises';
import { HttpProblem } from '../http/problem.ts';
import type { RelayEvent } from '../hub/relay-event.ts';

const AGAIN_AFTER = 1000;

export type HeldEvent = Pick<
  RelayEvent,
  'id' | 'receivedAt' | 'channel' | 'payload' | 'sender' | 'topic'
>;

/** A stream that is no more, and what this node holds of it, in order. */
export interface LostStream {
  readonly instance: string;
  readonly events: readonly HeldEvent[];
}

export interface LostStreamParts {
  /** Up to where the archive has it; an error while it cannot tell. */
  readonly fedThrough: (instance: string) => Promise<number>;
  /** Into the present stream, once, by this name. */
  readonly put: (event: HeldEvent, name: string) => Promise<unknown>;
  readonly isClosed: () => boolean;
  readonly onMissing: (events: number) => void;
}

/**
 * Puts what the archive does not have of a lost stream into the one that came after it, where archive
 * and readers find it under another id. All nodes that hold an event give it the same name.
 */
export async function putAgain({ instance, events }: LostStream, parts: LostStreamParts) {
  const { fedThrough, put, isClosed, onMissing } = parts;
  if (events.length === 0) return;
  let through: number | undefined;
  while (through === undefined && !isClosed()) {
    // Whoever fed the archive may still be storing what was read last.
    await pause(AGAIN_AFTER, undefined, { ref: false });
    through = await fedThrough(instance).catch(() => undefined);
  }
  const missing = events.filter(({ id }) => id > (through ?? 0));
  if (missing.length > 0) onMissing(missing.length);
  for (const event of missing) {
    while (!isClosed() && !(await isPut(put(event, `${instance} ${event.id}`)))) {
      await pause(AGAIN_AFTER, undefined, { ref: false });
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
