import type { ErrorCode, TelephonyErrorCode, TelephonyRefusal } from '@hookline/contract';
import { HttpProblem } from '../http/problem.ts';

/** Why the telephony does not do what it was told; meant for the client. */
export class TelephonyProblem extends Error {
  override readonly name = 'TelephonyProblem';
  readonly code: TelephonyErrorCode;
  readonly reason: TelephonyRefusal | undefined;

  constructor(code: TelephonyErrorCode, message: string, reason?: TelephonyRefusal) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

const HTTP_CODES: Readonly<Record<TelephonyErrorCode, ErrorCode>> = {
  bad_request: 'bad_request',
  unknown_command: 'bad_request',
  not_found: 'not_found',
  invalid_state: 'invalid_state',
  unavailable: 'telephony_unavailable',
};

/** The same over HTTP; any other error stays what it is. */
export function httpProblem(error: unknown): unknown {
  if (!(error instanceof TelephonyProblem)) return error;
  return new HttpProblem(HTTP_CODES[error.code], error.message);
}
