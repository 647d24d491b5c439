import { ERRORS, type ErrorCode, type InTheWay, type Problem } from '@hookline/contract';

/** An error that is meant for the client. Everything else becomes `internal`. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Worth a line in the log; a client that goes on and on would fill it. */
  readonly isNews: boolean;
  readonly inTheWay: InTheWay;

  constructor(
    code: ErrorCode,
    detail: string,
    headers: Record<string, string> = {},
    isNews = true,
    inTheWay: InTheWay = {},
  ) {
    super(detail);
    this.code = code;
    this.headers = headers;
    this.isNews = isNews;
    this.inTheWay = inTheWay;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  body(): Problem {
    const { code, message, inTheWay } = this;
    const { status, title } = ERRORS[code];
    return { type: `/docs#${code}`, title, status, detail: message, code, ...inTheWay };
  }
}

const BY_NODE_CODE: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers exceed 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/** An error below HTTP: what arrived could not be read as a request. */
export function problemOfConnection(error: NodeJS.ErrnoException): HttpProblem {
  const [code, detail] = BY_NODE_CODE[error.code ?? ''] ?? [
    'bad_request',
    'What was sent is not a valid HTTP request.',
  ];
  return new HttpProblem(code, detail);
}

/** Any error thrown while a request was handled. */
export function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    // Refusals of the framework itself, such as a path that is not valid percent-encoding.
    return new HttpProblem('bad_request', 'The request is not valid.');
  }
  return new HttpProblem('internal', 'Something went wrong here. The log has the details.');
}

/** The answer as bytes, for a connection on which no request was understood. */
export function rawAnswer(problem: HttpProblem): string {
  const body = JSON.stringify(problem.body());
  return [
    `HTTP/1.1 ${problem.status} ${ERRORS[problem.code].title}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
