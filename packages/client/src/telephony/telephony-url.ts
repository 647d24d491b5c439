import { ask, type Backend } from '../backend.ts';

/** Where the backend says that the telephony app is; null when there is none. */
export async function fetchTelephonyUrl(backend: Backend = {}): Promise<string | null> {
  const answer = await ask(backend, '/api/telephony', {});
  const body: unknown = await answer.json().catch(() => undefined);
  const isAddress = typeof body === 'object' && body !== null && 'url' in body;
  return isAddress && typeof body.url === 'string' && body.url !== '' ? body.url : null;
}

/** `/ws` and `http://…` as a WebSocket has it; what is no address at all stays as it is. */
export function socketUrl(url: string): string {
  try {
    return new URL(url, globalThis.location?.href).href.replace(/^http/, 'ws');
  } catch {
    return url;
  }
}
