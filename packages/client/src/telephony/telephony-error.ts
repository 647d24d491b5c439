import { TELEPHONY_ERRORS, type TelephonyRefusal } from '../words.ts';

/**
 * - the first five: the telephony app's own answer
 * - `offline`: there is no line to it, or it was lost before the answer
 * - `timeout`: it did not answer in time
 */
export type TelephonyErrorCode = (typeof TELEPHONY_ERRORS)[number] | 'offline' | 'timeout';

/** A command that was not done. */
export class TelephonyError extends Error {
  readonly code: TelephonyErrorCode;
  /** Which of the usual refusals it is, if the service said so. */
  readonly reason: TelephonyRefusal | (string & {}) | undefined;

  constructor(code: TelephonyErrorCode, message: string, reason?: unknown) {
    super(message);
    this.name = 'TelephonyError';
    this.code = code;
    this.reason = typeof reason === 'string' ? reason : undefined;
  }
}

/** A code that this version does not know means no more than that it did not work. */
export function reportedCode(value: unknown): TelephonyErrorCode {
  return TELEPHONY_ERRORS.find((code) => code === value) ?? 'unavailable';
}

export function isOffline(error: unknown): boolean {
  return error instanceof TelephonyError && error.code === 'offline';
}
