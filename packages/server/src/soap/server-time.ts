import { SoapFault } from './faults.ts';

const MAX_INT = 2_147_483_647;

/**
 * Unix time in seconds. From 2038-01-19T03:14:08Z on it does not fit the `xsd:int` that clients
 * were written for: they would read a date of 1901, or nothing, so they are told instead.
 */
export function serverTime(milliseconds: number): number {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds > MAX_INT) throw new SoapFault('time_overflow');
  return seconds;
}
