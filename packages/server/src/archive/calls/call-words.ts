import type { CallDirection, CallState } from '@hookline/contract';

/** What a call ends with that the telephone system itself turned away. */
export const BLOCKED = 'blocked';
/** An answering machine has taken it. */
export const VOICEMAIL = 'voicemail';

/** word → what it means; words are compared without case, blanks and punctuation. */
function words<T extends string>(table: Record<T, string>): ReadonlyMap<string, T> {
  const entries = Object.entries(table) as [T, string][];
  return new Map(
    entries.flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning])),
  );
}

const DIRECTIONS = words<CallDirection>({
  in: 'in incoming inbound eingehend ankommend kommend terminator entrant entrante inkomend przychodzace recebida',
  out: 'out outgoing outbound ausgehend abgehend gehend originator sortant saliente uitgaand wychodzace efetuada',
  internal: 'internal intern',
});

const STATES = words<CallState>({
  dialing:
    'dialing dialling dial calling initiated setup waehlt wählt created initial started start proceeding queued connecting',
  ringing: 'ringing ring alerting newcall incoming klingelt klingelnd appeared delivered',
  connected:
    'connected connect answered answer accepted established active talking up resumed resume unhold inprogress bridged bridge live pickedup pickup angenommen verbunden gespraech gespräch contestada atendida repondu beantwoord',
  held: 'held hold onhold parked gehalten geparkt',
  ended:
    'done ended end hangup hungup disconnected disconnect terminated completed closed finished released beendet aufgelegt ende bye raccroche finalizada beeindigd',
});

/** Reasons for an end; as a state, each of them says that the call is over. */
const CAUSES = words({
  normal: 'normal normalclearing',
  missed:
    'missed noanswer notanswered unanswered timeout verpasst entgangen abandoned manque perdida gemist nieodebrane',
  voicemail: 'voicemail answeringmachine mailbox anrufbeantworter',
  busy: 'busy userbusy besetzt',
  rejected: 'rejected declined reject abgelehnt abgewiesen',
  canceled: 'canceled cancelled cancel abgebrochen',
  unreachable: 'unreachable nichterreichbar',
  forwarded: 'forwarded weitergeleitet',
  failed: 'failed error fehlgeschlagen fehler',
});

function folded(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** `inbound`, `outbound-api` and `NOTIFY_OUT_START` alike. */
export function directionOf(text: string | undefined): CallDirection | undefined {
  const known = DIRECTIONS.get(folded(text ?? ''));
  if (known || text === undefined || text.length > LONGEST_WORDS) return known;
  return wordsIn(text).flatMap((word) => (word === 'an' ? [] : (DIRECTIONS.get(word) ?? [])))[0];
}

/** Longer ones are sentences. */
const LONGEST_WORDS = 40;
/** They say that it is one of a call, and not how far it is. */
const SAYS_NOTHING = new Set(
  'call calls caller callee phone telephony event notify notification in out inbound outbound incoming outgoing'.split(
    ' ',
  ),
);

function wordsIn(text: string): readonly string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return apart.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `ringing`, `call.ringing` and `Klingelt` alike; a state such as `missed` brings its cause. */
export function stateOf(text: string | undefined): { state?: CallState; cause?: string } {
  const found = meaningOf(folded(text?.split('.').at(-1) ?? ''));
  if (found.state || text === undefined || text.length > LONGEST_WORDS) return found;
  // `NOTIFY_OUT_END`, `callMissed`.
  return meaningOf(
    wordsIn(text)
      .filter((word) => !SAYS_NOTHING.has(word))
      .join(''),
  );
}

function meaningOf(word: string): { state?: CallState; cause?: string } {
  const state = STATES.get(word);
  // What is completed was a conversation, if it has lasted.
  if (state) return word === 'completed' ? { state, cause: 'normal' } : { state };
  const cause = CAUSES.get(word);
  return cause && cause !== 'normal' ? { state: 'ended', cause } : {};
}

/** A cause by its usual name, else as it was sent. */
export function causeOf(text: string | undefined): string | undefined {
  return text && (CAUSES.get(folded(text)) ?? text.slice(0, 100));
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
/** Seconds since 1970 have at most so many digits until the year 5138; milliseconds have more. */
const MOST_SECOND_DIGITS = 11;

/**
 * A time as ISO-8601 UTC with milliseconds: from ISO-8601, or seconds or milliseconds since 1970.
 * Anything else is none rather than a guess: a parser of browsers takes 03.04. for the 4th of March.
 */
export function instantOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, date, time = '', zone = ''] = ISO.exec(text) ?? [];
  const milliseconds = date
    ? Date.parse(`${date}T${time.replace(',', '.')}${fullZone(zone)}`)
    : sinceEpoch(text);
  const instant = new Date(milliseconds);
  // A year beyond 9999 would no longer sort as text.
  return instant.getTime() >= 0 && instant.getTime() < 253_402_300_800_000
    ? instant.toISOString()
    : undefined;
}

function fullZone(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours ? `${hours}:${minutes}` : zone.toUpperCase();
}

function sinceEpoch(text: string): number {
  const [, whole = ''] = /^(\d{9,14})(?:\.\d+)?$/.exec(text) ?? [];
  if (whole === '') return Number.NaN;
  return Math.floor(Number(text) * (whole.length > MOST_SECOND_DIGITS ? 1 : 1000));
}
