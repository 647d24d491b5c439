import { networkWords } from '../http/network-words.ts';

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;
/** A server that speaks TLS hangs up on plain HTTP without a word. */
const CUT = /^(ECONNRESET|UND_ERR_SOCKET)$/;
const NOT_ENCRYPTED = /^ERR_SSL_(PACKET_LENGTH_TOO_LONG|WRONG_VERSION_NUMBER)$/;

/** Why a server could not be asked at that address, in words that need no manual. */
export function reachProblem(error: unknown, url: string): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  // What `fetch` says itself is no more than that it failed.
  const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code && CERTIFICATE.test(code)) {
    return `its certificate is not trusted (${code}); NODE_EXTRA_CA_CERTS names a file of further authorities`;
  }
  if (code && NOT_ENCRYPTED.test(code)) return 'it does not speak HTTPS; try http:';
  const words = networkWords(code) ?? code ?? reason ?? message;
  return code && CUT.test(code) && /^http:/i.test(url)
    ? `${words}; if it speaks HTTPS, the address has to begin with https:`
    : words;
}

/** What a refusal says, in one line: `401 unauthorized: The token is missing.` */
export async function refusalOf(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => ({}))) as { code?: unknown; detail?: unknown };
  const { code, detail } = problem ?? {};
  const known = typeof code === 'string' && typeof detail === 'string';
  return known ? `${answer.status} ${code}: ${detail}` : `${answer.status} ${answer.statusText}`;
}

const TIMEOUT = 60_000;

/** What a server has refused, or that it is not there. */
export class Refusal extends Error {}

/** What a server answers; throws a `Refusal` for anything but a success. */
export async function asked(
  url: string,
  path: string,
  token: string | undefined,
  { method, body }: Pick<RequestInit, 'method' | 'body'>,
): Promise<string> {
  let refusal: string;
  try {
    const answer = await fetch(url + path, {
      ...(method && { method }),
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body != null && { body }),
      // Followed, a POST would become a GET without a payload.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (answer.ok) return await answer.text();
    refusal = await refusalOf(answer);
  } catch (error) {
    throw new Refusal(`${url} cannot be reached: ${reachProblem(error, url)}`);
  }
  throw new Refusal(`${url} refused: ${refusal}`);
}
