const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
  ETIMEDOUT: 'no answer',
  UND_ERR_CONNECT_TIMEOUT: 'no answer',
  UND_ERR_HEADERS_TIMEOUT: 'no answer',
  EHOSTUNREACH: 'no way there',
  ENETUNREACH: 'no way there',
};

/** What an error of the network means, in words that need no manual; undefined for any other. */
export function networkWords(code: string | undefined): string | undefined {
  return REASONS[code ?? ''];
}
