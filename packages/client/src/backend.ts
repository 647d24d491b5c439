/** Where the backend is and how it is asked. */
export interface Backend {
  /** Such as `https://hookline.example`. In a page of the backend itself it can be left out. */
  readonly baseUrl?: string;
  /** Sent with every request, for an `Authorization` say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks instead of the built-in `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** An answer that is not a success. */
export class HooklineError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Why, in a word of the backend's; undefined where something else has answered. */
  readonly code: string | undefined;

  constructor(status: number, what: string, code?: string) {
    super(`${what}: HTTP ${status}`);
    this.name = 'HooklineError';
    this.status = status;
    this.code = code;
  }
}

export function baseUrl({ baseUrl = '' }: Backend): string {
  return baseUrl.replace(/\/+$/, '');
}

/** Fails with the status and the code when the answer is not a success. */
export async function ask(backend: Backend, path: string, init: RequestInit): Promise<Response> {
  const url = baseUrl(backend) + path;
  const headers = { ...backend.headers, ...init.headers };
  const answer = await (backend.fetch ?? fetch)(url, { ...init, headers, cache: 'no-store' });
  if (answer.ok) return answer;
  // Read to its end, so that the connection can be used again.
  const problem = await answer.json().catch(() => undefined);
  const what = `${init.method ?? 'GET'} ${path.replace(/\?.*/, '')}`;
  throw new HooklineError(answer.status, what, problem?.code);
}
