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

/** The name of the line that somebody called, where it is not the desk itself. */
export function calledLine({ direction, to, extension }: PhoneCall): string | undefined {
  const isLine = direction === 'in' && to.name !== null && to.number !== extension;
  return isLine ? (to.name ?? undefined) : undefined;
}

/** Whether somebody talks at a desk, or it rings there; undefined: it is free as far as is known. */
export function deskState(desk: string, calls: readonly PhoneCall[]): 'busy' | 'rung' | undefined {
  const at = calls.filter(
    ({ state, extension, direction, from, to }) =>
      state !== 'ended' &&
      (extension === desk || (direction === 'internal' && [from.raw, to.raw].includes(desk))),
  );
  if (at.some((call) => !isRung(call, desk))) return 'busy';
  return at.length > 0 ? 'rung' : undefined;
}

function isRung({ state, direction, from }: PhoneCall, desk: string): boolean {
  return state === 'ringing' && direction !== 'out' && from.raw !== desk;
}

export function nameOfDesk(
  extension: string,
  entries: readonly PhoneBookEntry[],
): string | undefined {
  return entries.find(({ number }) => number.trim() === extension)?.name;
}
