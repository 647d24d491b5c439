import type { CallParty, PhoneBookEntry, PhoneCall } from 'hookline-client/telephony';

/** Whom the desk talks with: who calls, or who is called. */
export function otherParty({ direction, from, to, extension }: PhoneCall): CallParty {
  if (direction === 'in') return from;
  if (direction === 'out') return to;
  return from.number === extension ? to : from;
}

/** Longer ones are no number, whatever a system has put in its place. */
const LONGEST = 60;

/** What somebody can be looked up and called back by; null for a withheld number. */
export function numberOf({ number, raw, anonymous }: CallParty): string | null {
  return anonymous ? null : usable(number ?? raw);
}

export function usable(number: string | null): string | null {
  return number !== null && /\d/.test(number) && number.length <= LONGEST ? number : null;
}

/** Before the telephony app has said which desk this is, every call is taken for ours. */
export function isOwn({ extension }: PhoneCall, desk: string | null): boolean {
  return desk === null || extension === '' || extension === desk;
}

/** Somebody waits to be answered, by this page or at a telephone that it can only watch. */
export function isRingingHere({ state, direction, features }: PhoneCall): boolean {
  return state === 'ringing' && (direction === 'in' || features.includes('answer'));
}

/** What the phone book calls a desk. */
export function nameOfDesk(
  extension: string,
  entries: readonly PhoneBookEntry[],
): string | undefined {
  return entries.find(({ number }) => number.trim() === extension)?.name;
}
