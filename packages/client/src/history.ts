import { ask, type Backend } from './backend.ts';
import { isEvent, type WebhookEvent } from './event.ts';
import type { Tally } from './tally.ts';

const PATH = '/api/webhook/history';

export interface History {
  /** Newest first, 50 at most. */
  readonly events: readonly WebhookEvent[];
  /** The epoch of the backend they are from, if it says so. */
  readonly instance: string | undefined;
}

/** Fails with a `HooklineError` that carries the HTTP status. */
export async function fetchHistory(backend: Backend = {}): Promise<History> {
  const answer = await ask(backend, PATH, {});
  const body: unknown = await answer.json().catch(() => undefined);
  return {
    events: Array.isArray(body) ? body.filter(isEvent) : [],
    instance: answer.headers.get('x-hookline-instance') ?? undefined,
  };
}

/** Which events there were after an id, by channel, though they are no longer held. */
export async function fetchIds(backend: Backend, after: number) {
  const answer = await ask(backend, `${PATH}/ids?after=${after}`, {});
  const ids: Tally = await answer.json();
  return { instance: answer.headers.get('x-hookline-instance') ?? undefined, ids };
}

/** Clears the history in the backend, and with it the list of every browser. */
export async function clearHistory(backend: Backend = {}): Promise<void> {
  await ask(backend, PATH, { method: 'DELETE' });
}
