import type { PhoneLine } from '@hookline/records/phone';
import type { CallReport } from './call-reports.ts';
import type { CallDirection, CallState } from './call-words.ts';

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

interface Facts {
  readonly state?: Fact<CallState>;
  readonly direction?: Fact<CallDirection>;
  readonly from?: Fact<PhoneLine>;
  readonly fromName?: Fact<string>;
  readonly to?: Fact<PhoneLine>;
  readonly toName?: Fact<string>;
  readonly number?: Fact<PhoneLine>;
  readonly name?: Fact<string>;
  readonly extension?: Fact<string>;
  readonly answeredAt?: Fact<string>;
  readonly endedAt?: Fact<string>;
  readonly durationSec?: Fact<number>;
  readonly endCause?: Fact<string>;
  readonly note?: Fact<string>;
  readonly answered?: Fact<true>;
  /** When the latest report was made. */
  readonly at?: Fact<string>;
  /** Hash of the report that is furthest on: the payload of the call. */
  readonly payload?: Fact<string>;
}

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
  const { state } = report;
  const phase = state ? PHASES[state] : 0;
  const order = `${phase} ${report.at ?? ''} ${state ? RANKS[state] : 0} ${report.hash}`;
  const merged: Facts = {
    ...facts,
    ...first('direction', facts, report.direction, order),
    // A withheld number gives way to a real one, which some systems only send later.
    ...first('from', facts, report.from, usableFirst(report.from, order)),
    ...first('fromName', facts, report.fromName, order),
    ...first('to', facts, report.to, usableFirst(report.to, order)),
    ...first('toName', facts, report.toName, order),
    ...first('number', facts, report.number, usableFirst(report.number, order)),
    ...first('name', facts, report.name, order),
    ...first('endCause', facts, report.endCause, order),
    ...first('answeredAt', facts, report.answeredAt, report.answeredAt ?? ''),
    ...first('endedAt', facts, report.endedAt, report.endedAt ?? ''),
    ...first('answered', facts, report.answered || undefined, ''),
    ...last('state', facts, state, order),
    ...last('extension', facts, report.extension, order),
    ...last('note', facts, report.note, order),
    ...last('durationSec', facts, report.durationSec, `${report.durationSec}`.padStart(9, '0')),
    ...last('at', facts, report.at, report.at ?? ''),
    ...last('payload', facts, report.hash, order),
  };
  const names = Object.keys(merged) as (keyof Facts)[];
  return names.every((name) => merged[name] === facts[name]) ? facts : merged;
}

type Value<N extends keyof Facts> = NonNullable<Facts[N]>['value'];

function first<N extends keyof Facts>(
  name: N,
  facts: Facts,
  value: Value<N> | undefined,
  order: string,
): Facts {
  const known = facts[name];
  return value === undefined || (known && known.order <= order) ? {} : { [name]: { value, order } };
}

function last<N extends keyof Facts>(
  name: N,
  facts: Facts,
  value: Value<N> | undefined,
  order: string,
): Facts {
  const known = facts[name];
  return value === undefined || (known && known.order >= order) ? {} : { [name]: { value, order } };
}

function usableFirst(line: PhoneLine | undefined, order: string): string {
  return `${line?.key ? 0 : 1} ${order}`;
}

/** A call in place of which another one is put when a report is merged into it. */
export interface Holder {
  call: Call;
}

/** How many calls with one id a report without a start may be about. */
export const LATEST_CALLS = 200;

/**
 * The calls with one `callId`. Telephone systems count their ids from 1 again, and a sender may
 * report any number of calls with the same one: they are found without going through all.
 */
export class CallsWithId<H extends Holder> {
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
