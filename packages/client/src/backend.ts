/** Where the backend is and how it is asked. */
export interface Backend {
  /** Such as `https://hookline.example`. In a page of the backend itself it can be left out. */
  readonly baseUrl?: string;
  /** Sent with every request, for an `Authorization` say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks instead of the built-in `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Why something was not done. */
export interface Refusal {
  /** The HTTP status; undefined if there was no answer. */
  readonly status?: number | undefined;
  /** Why, in a word of the backend's; undefined where something else has answered. */
  readonly code?: string | undefined;
  /** The same in a sentence. */
  readonly detail?: string | undefined;
}

/** An answer that is not a success. */
export class HooklineError extends Error implements Refusal {
  readonly status: number;
  readonly code: string | undefined;
  readonly detail: string | undefined;

  constructor(status: number, what: string, code?: string, detail?: string) {
    super(`${what}: HTTP ${status}${detail ? `, ${detail}` : ''}`);
    this.name = 'HooklineError';
    this.status = status;
    this.code = code;
    this.detail = detail;
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
  const problem = await answer.json().catch(() => {});
  const what = `${init.method ?? 'GET'} ${path.replace(/\?.*/, '')}`;
  throw new HooklineError(answer.status, what, problem?.code, problem?.detail);
}

/** As it can be handed to other tabs. */
export function refusalOf(error: unknown, backend: Backend): Refusal {
  if (error instanceof HooklineError) {
    const { status, code, detail } = error;
    return { status, code, detail };
  }
  // That a server takes no requests from pages of elsewhere a browser says in its console alone.
  const { origin } = globalThis.location ?? {};
  return origin && new URL(baseUrl(backend), origin).origin !== origin
    ? { detail: `No answer that ${origin} may read: is it in app.server.allowed-origins?` }
    : {};
}
