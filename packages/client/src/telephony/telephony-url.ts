import { ask, type Backend } from '../backend.ts';

/** What the backend says of the telephone. */
export interface TelephonyAddress {
  /** Null when there is none. */
  readonly url: string | null;
  /** The telephone system that the backend follows itself; null if it is another app's. */
  readonly system: string | null;
  readonly desks: readonly string[];
  /** What is entered at a system that pushes, with `TOKEN` for the token. */
  readonly push: string | null;
}

/** Where the telephone is; an older backend says less. */
export async function fetchTelephonyAddress(backend: Backend = {}): Promise<TelephonyAddress> {
  const answer = await ask(backend, '/api/telephony', {});
  const body: unknown = await answer.json().catch(() => undefined);
  const said: Record<string, unknown> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const desks = Array.isArray(said['desks']) ? said['desks'] : [];
  return {
    url: text(said['url']),
    system: text(said['system']),
    desks: desks.filter((desk) => typeof desk === 'string'),
    push: text(said['push']),
  };
}

/** Where the backend says that the telephony app is; null when there is none. */
export async function fetchTelephonyUrl(backend: Backend = {}): Promise<string | null> {
  return (await fetchTelephonyAddress(backend)).url;
}

/** `/ws` and `http://…` as a WebSocket has it; what is no address at all stays as it is. */
export function socketUrl(url: string, desk?: string): string {
  try {
    const address = new URL(url, globalThis.location?.href);
    if (desk !== undefined) address.searchParams.set('desk', desk);
    return address.href.replace(/^http/, 'ws');
  } catch {
    return url;
  }
}
