import { maskedNumber } from '@hookline/records';
import pino from 'pino';

/** Seven digits or more, as people and machines group them. No dots: addresses have these. */
const LIKE_A_NUMBER = /\+?\d(?:[ ()/-]{0,3}\d){6,}/g;

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
}

/**
 * An error as the log may have it. Databases and parsers quote what they stumbled over, and
 * PostgreSQL adds the row in fields of its own: either could be somebody's phone number.
 */
export function errorForLog(error: Error): LoggedError {
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code } = error as NodeJS.ErrnoException;
  return {
    type,
    message: withoutNumbers(message),
    stack: withoutNumbers(stack),
    ...(typeof code === 'string' && { code }),
  };
}

function withoutNumbers(text: string): string {
  return text.replace(LIKE_A_NUMBER, maskedNumber);
}
