import { networkWords } from '../http/network-words.ts';

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** Why a server could not be asked, in words that need no manual. */
export function reachProblem(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  // What `fetch` says itself is no more than that it failed.
  const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code && CERTIFICATE.test(code)) {
    return `its certificate is not trusted (${code}); NODE_EXTRA_CA_CERTS names a file of further authorities`;
  }
  return networkWords(code) ?? code ?? reason ?? message;
}

/** What a refusal says, in one line: `401 unauthorized: The token is missing.` */
export async function refusalOf(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => ({}))) as { code?: unknown; detail?: unknown };
  const { code, detail } = problem ?? {};
  const known = typeof code === 'string' && typeof detail === 'string';
  return known ? `${answer.status} ${code}: ${detail}` : `${answer.status} ${answer.statusText}`;
}
