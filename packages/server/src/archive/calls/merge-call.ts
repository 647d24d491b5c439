import type { PhoneLine } from '@hookline/records/phone';
import type { CallReport } from './call-reports.ts';
import { BLOCKED, VOICEMAIL } from './call-words.ts';

/** What was said, and the place of the report that said it among all reports of the call. */
interface Fact<T> {
  readonly value: T;
  readonly order: string;
}

/**
 * A call as it is known from its reports, plain enough to be kept as JSON. Ten browsers report
 * the same call late, twice and out of order: every fact is the least or greatest of those
 * reported, so that any order of the same reports makes the same call.
 */
export interface Call {
  readonly callId: string | null;
  readonly startedAt: string | null;
  readonly facts: Facts;
}

/** `payload` is the hash of the report that is furthest on, `at` the time of the latest one. */
type Told = Omit<CallReport, 'callId' | 'startedAt' | 'answered' | 'hash'> & {
  readonly answered: true | undefined;
};
type Facts = { readonly [Name in keyof Told]?: Fact<NonNullable<Told[Name]>> };

/** A state of a later phase beats one of an earlier phase, whenever it was reported. */
const PHASES = { dialing: 1, ringing: 1, connected: 2, held: 2, ended: 3 } as const;
const RANKS = { dialing: 0, ringing: 1, connected: 0, held: 1, ended: 0 } as const;

/** The call with what a further report says; the very same object if that is nothing new. */
export function mergedCall(call: Call | undefined, report: CallReport): Call {
  const before = call ?? { callId: report.callId, startedAt: null, facts: {} };
  const facts = mergedFacts(before.facts, report);
  const startedAt = before.startedAt ?? report.startedAt ?? null;
  if (call && facts === call.facts && startedAt === call.startedAt) return call;
  return { callId: before.callId, startedAt, facts };
}

function mergedFacts(facts: Facts, report: CallReport): Facts {
  const { state, at = '', hash, durationSec } = report;
  const told: Told = { ...report, answered: report.answered || undefined, payload: hash };
  const order = `${state ? PHASES[state] : 0} ${at} ${state ? RANKS[state] : 0} ${hash}`;
  const news: Partial<Record<keyof Told, Fact<unknown>>> = {};
  const keep = (name: keyof Told, place: string, isBetter: (known: string) => boolean) => {
    const value = told[name];
    const known = facts[name];
    if (value === undefined || (known && !isBetter(known.order))) return;
    news[name] = { value, order: place };
  };
  const first = (name: keyof Told, place = order) => keep(name, place, (known) => place < known);
  const last = (name: keyof Told, place = order) => keep(name, place, (known) => place > known);
  for (const name of ['direction', 'fromName', 'toName', 'name', 'endCause'] as const) first(name);
  // A withheld number gives way to a real one, which some systems only send later.
  for (const name of ['from', 'to', 'number'] as const) {
    first(name, `${report[name]?.key ? 0 : 1} ${order}`);
  }
  for (const name of ['answeredAt', 'endedAt'] as const) first(name, report[name]);
  first('answered', '');
  for (const name of ['state', 'extension', 'note', 'payload'] as const) last(name);
  last('durationSec', `${durationSec}`.padStart(9, '0'));
  last('at', at);
  return Object.keys(news).length === 0 ? facts : { ...facts, ...(news as Facts) };
}

/** How many calls with one id a report without a start may be about. */
export const LATEST_CALLS = 200;

/**
 * The calls with one `callId`, each in a holder that gets another one when a report is merged into
 * it. Telephone systems count their ids from 1 again, and a sender may report any number of calls
 * with the same one: they are found without going through all.
 */
export class CallsWithId<H extends { call: Call }> {
  #unstarted: H | undefined;
  readonly #byStart = new Map<string, H>();
  /** Those that began last, the latest at the end. */
  readonly #latest: H[] = [];

  /** Takes in a call, again once its start is known. */
  add(holder: H): void {
    const { startedAt } = holder.call;
    if (startedAt === null) {
      this.#unstarted = holder;
      return;
    }
    if (this.#unstarted === holder) this.#unstarted = undefined;
    if (this.#byStart.has(startedAt)) return;
    this.#byStart.set(startedAt, holder);
    this.#latest.splice(this.#begunBy(startedAt), 0, holder);
    if (this.#latest.length > LATEST_CALLS) this.#latest.shift();
  }

  /** The one that a report is about; undefined if it begins a new one. */
  of(report: CallReport): H | undefined {
    const { startedAt } = report;
    const unstarted = this.#unstarted;
    if (startedAt) {
      const isEarlier = unstarted !== undefined && latestTime(unstarted.call) < startedAt;
      return this.#byStart.get(startedAt) ?? (isEarlier ? undefined : unstarted);
    }
    // The latest call that had begun by then.
    const at = report.at ?? report.endedAt ?? report.answeredAt;
    const begun = at === undefined ? this.#latest.length : this.#begunBy(at);
    return this.#latest[begun - 1] ?? unstarted;
  }

  /** How many of the latest had begun by a time. */
  #begunBy(time: string): number {
    return this.#latest.findLastIndex(({ call }) => (call.startedAt ?? '') <= time) + 1;
  }
}

function latestTime({ facts: { at, answeredAt, endedAt } }: Call): string {
  const times = [at, answeredAt, endedAt].flatMap((fact) => (fact ? [fact.value] : []));
  return times.toSorted().at(-1) ?? 'never';
}

/** A call in its current state, as a list shows it. */
export type CallView = ReturnType<typeof callView>;

export function callView(call: Call) {
  const { callId, startedAt, facts } = call;
  const party = otherParty(call);
  return {
    callId,
    state: facts.state?.value ?? null,
    direction: facts.direction?.value ?? null,
    /** The other party. */
    phone: party.phone ?? facts.number?.value ?? null,
    name: party.name ?? facts.name?.value ?? null,
    missed: isMissed(call),
    startedAt,
    answeredAt: facts.answeredAt?.value ?? null,
    endedAt: facts.endedAt?.value ?? null,
    /** Of the report whose payload stands for the call. */
    payloadHash: facts.payload?.value ?? null,
  };
}

/** Incoming, ended and never answered, unless the telephone system itself turned it away. */
export function isMissed({ facts }: Call): boolean {
  return (
    facts.direction?.value === 'in' &&
    facts.state?.value === 'ended' &&
    // An answering machine is no person, whenever it answered.
    (!facts.answered || facts.endCause?.value === VOICEMAIL) &&
    facts.endCause?.value !== BLOCKED
  );
}

interface Party {
  readonly phone: PhoneLine | undefined;
  readonly name: string | undefined;
}

/** `from` of an incoming call, `to` of an outgoing one. */
function otherParty({ facts }: Call): Party {
  const from = { phone: facts.from?.value, name: facts.fromName?.value };
  const to = { phone: facts.to?.value, name: facts.toName?.value };
  const own = facts.extension?.value;
  switch (facts.direction?.value) {
    case 'in':
      return unlessWithheld(from, facts.number?.value);
    case 'out':
      return unlessWithheld(to, facts.number?.value);
    case 'internal':
      return own !== undefined && from.phone?.sent === own ? to : from;
    default:
      // Without a direction the other one of two parties is anybody's guess.
      return from.phone && to.phone ? NOBODY : from.phone ? from : to;
  }
}

const NOBODY: Party = { phone: undefined, name: undefined };

function unlessWithheld(party: Party, number: PhoneLine | undefined): Party {
  return party.phone && !party.phone.key && number?.key ? { ...party, phone: number } : party;
}
