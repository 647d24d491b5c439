import { TelephonyProblem } from './telephony-problem.ts';

/**
 * What may be dialled: a telephone system takes it as a part of a line, and anything else than
 * these characters could be another command.
 */
export function orderNumber(text: string): string {
  const number = text.replace(/[\s()/.-]/g, '');
  if (/^[0-9*#+]{1,32}$/.test(number)) return number;
  throw new TelephonyProblem('bad_request', 'That is no number that can be called.', 'no_number');
}
