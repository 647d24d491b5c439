import type { PhoneCall } from '@hookline/contract';
import type { Config } from '../../config/properties.ts';
import { TelephonyProblem } from '../telephony-problem.ts';

/** `app.telephony.desks`: the desk, and what the telephone system calls it. */
export type Desks = Readonly<Record<string, string>>;

/** What every telephone system is configured by. */
export interface Office {
  readonly desks: Desks;
  /** Milliseconds; a call without an end is ended then. */
  readonly longestCall: number;
}

export function officeOf(config: Config): Office {
  return {
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
  };
}

const CHOOSE = 'Choose your telephone in the settings first.';

/** The desk somebody says they are at, if there is one; with just one desk it is that. */
export function chosenDesk(desks: Desks, said: string | undefined): string {
  const names = Object.keys(desks);
  if (said !== undefined && names.includes(said)) return said;
  return names.length === 1 ? (names[0] ?? '') : '';
}

/** No desk was chosen because there is none to choose; else who has chosen none only watches. */
export function isNobodysDesk(desks: Desks, desk: string): boolean {
  return desk === '' && Object.keys(desks).length === 0;
}

/** Throws unless the call is at this desk, or at everybody's. */
export function mustBeAt(desks: Desks, desk: string, { extension }: PhoneCall): void {
  if (isNobodysDesk(desks, desk) || extension === desk || (extension === '' && desk !== '')) return;
  const text = desk === '' ? CHOOSE : `The call is at desk ${extension}.`;
  throw new TelephonyProblem('invalid_state', text, desk === '' ? 'no_desk' : 'other_desk');
}

/** Throws if nobody knows whose telephone would have to dial. */
export function mustHaveDesk(desks: Desks, desk: string): void {
  if (desk !== '' || isNobodysDesk(desks, desk)) return;
  throw new TelephonyProblem('unavailable', CHOOSE, 'no_desk');
}

/** What the telephone system calls the one that is to dial. */
export function telephoneAt(desks: Desks, desk: string): string {
  const telephone = desks[desk];
  if (telephone !== undefined) return telephone;
  throw new TelephonyProblem('unavailable', CHOOSE, 'no_desk');
}

/** The desk that the system calls by one of these names; else as the system says. */
export function deskNamed(desks: Desks, name: string, ...others: string[]): string {
  const found = Object.entries(desks).find(([, written]) =>
    // Where dialling needs another name, both are given: `w0/e0`.
    written.split('/').some((each) => each === name || others.includes(each)),
  );
  return found?.[0] ?? others[0] ?? name;
}
