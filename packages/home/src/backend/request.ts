import type { InTheWay } from '@hookline/contract';
import { parsedJson } from '@hookline/records';
import { setServerClock } from './server-clock.ts';

/** An answer that is no success. `status` is 0 if there was no answer. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly inTheWay: InTheWay;

  constructor(status: number, code: string, message: string, inTheWay: InTheWay = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.inTheWay = inTheWay;
  }

  /** Asking again would bring the same answer. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export function withParameters(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** What a query asks the backend for. */
export function asking<T>(path: string, parameters?: Parameters) {
  return ({ signal }: { readonly signal: AbortSignal }): Promise<T> =>
    request('GET', withParameters(path, parameters), { signal });
}

/** One request to the backend; answers its JSON, or undefined for an empty answer. */
export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  {
    body,
    signal,
    headers = {},
  }: { body?: unknown; signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<T> {
  const askedAt = Date.now();
  const answer = await fetch(path, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    headers,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new RequestError(0, 'offline', String(cause));
  });
  setServerClock(answer.headers.get('date'), askedAt);
  const text = await answer.text();
  if (answer.ok) return (text === '' ? undefined : parsedJson(text)) as T;
  const problem = problemIn(text);
  const { code = 'unknown', detail = answer.statusText } = problem;
  if (code === 'login_required') goToLogin();
  throw new RequestError(answer.status, code, detail, problem);
}

/** The login leads back to where one is. */
export function goToLogin(): void {
  const here = location.pathname + location.search + location.hash;
  location.replace(`/login?next=${encodeURIComponent(here)}`);
}

function problemIn(text: string): InTheWay & { code?: string; detail?: string } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    // A proxy in between answers in a form of its own.
    return {};
  }
}
