/** A call is passed on a few times; more is a system that makes up legs. */
const MOST_LEGS = 20;
/** How many calls that are over, and ends without a beginning, are remembered. */
const MOST_KEPT = 1000;
/** What comes later (ms) is about another call that was given the id of an old one. */
const LATE = 30_000;

interface Legs {
  /** The ones that have not ended, the newest last. */
  readonly on: Set<string>;
  readonly all: Set<string>;
  /** Those that rang at the same time, until one of them is answered. */
  readonly ringing: Set<string>;
  /** Who called, by which another call with the same id is told apart; undefined: not known yet. */
  readonly caller: string | undefined;
}

/**
 * The legs of pushed calls. Pushes come late, twice and in the wrong order; some name the call that
 * a leg belongs to in their first push only; and some systems use an id again.
 */
export class PushedLegs<End extends { readonly id: string }> {
  readonly #now: () => number;
  readonly #calls = new Map<string, Legs>();
  readonly #callOfLeg = new Map<string, string>();
  /** Calls and legs that are over, the oldest first. */
  readonly #over = new Map<string, { readonly at: number; readonly caller: string | undefined }>();
  /** Ends whose beginning has not come yet, by leg. */
  readonly #early = new Map<string, { readonly at: number; readonly end: End }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The call that a push is about: the one that knows the leg, else the one that it names. */
  callOf({ id, call }: { readonly id: string; readonly call: string }): string {
    return this.#calls.has(call) ? call : (this.#callOfLeg.get(id) ?? call);
  }

  /** The legs of a call that have not ended; undefined if it is not on. */
  on(call: string): ReadonlySet<string> | undefined {
    return this.#calls.get(call)?.on;
  }

  has(call: string, id: string): boolean {
    return this.#calls.get(call)?.all.has(id) ?? false;
  }

  /** Whether somebody else calls now with the id of a call that is on. */
  isAnother(call: string, id: string, caller: string): boolean {
    const known = this.#calls.get(call);
    return known?.caller !== undefined && id === call && known.caller !== caller;
  }

  begin(call: string, caller: string | undefined): void {
    // Legs of one that was on under this id would lead to this call, and after it to none.
    if (this.#calls.has(call)) this.forget(call);
    this.#over.delete(call);
    this.#calls.set(call, { on: new Set(), all: new Set(), ringing: new Set(), caller });
  }

  add(call: string, id: string): void {
    const legs = this.#calls.get(call);
    if (!legs || legs.all.has(id)) return;
    legs.on.add(id);
    legs.all.add(id);
    this.#callOfLeg.set(id, call);
    const [oldest] = legs.all;
    if (legs.all.size <= MOST_LEGS || oldest === undefined) return;
    legs.on.delete(oldest);
    legs.all.delete(oldest);
    legs.ringing.delete(oldest);
    this.#letGo(call, oldest);
  }

  /** The same of a leg that rings beside others. */
  ring(call: string, id: string): void {
    this.add(call, id);
    this.#calls.get(call)?.ringing.add(id);
  }

  /** Legs that rang beside it are over: some systems never say so. */
  answered(call: string, id: string): void {
    const legs = this.#calls.get(call);
    for (const other of legs?.ringing ?? []) if (other !== id) legs?.on.delete(other);
    legs?.ringing.clear();
  }

  end(call: string, id: string): void {
    this.#calls.get(call)?.on.delete(id);
  }

  /** The call is over: what else is pushed of it says nothing more. */
  forget(call: string): void {
    const legs = this.#calls.get(call);
    this.#calls.delete(call);
    const over = { at: this.#now(), caller: legs?.caller };
    for (const id of new Set([call, ...(legs?.all ?? [])])) {
      this.#letGo(call, id);
      this.#over.delete(id);
      this.#over.set(id, over);
    }
    dropOldest(this.#over);
  }

  /** Of somebody who begins to call, only at once: later it is another call. */
  isOver(ids: { readonly id: string; readonly call: string }, caller?: string): boolean {
    const over = this.#over.get(ids.call) ?? this.#over.get(ids.id);
    if (!over || caller === undefined) return over !== undefined;
    return (over.caller ?? caller) === caller && this.#now() - over.at < LATE;
  }

  /** An end of which the beginning is not known; it may come yet. */
  endedEarly(end: End): void {
    this.#early.delete(end.id);
    this.#early.set(end.id, { at: this.#now(), end });
    dropOldest(this.#early);
  }

  takeEarlyEnd(id: string): End | undefined {
    const early = this.#early.get(id);
    this.#early.delete(id);
    return early && this.#now() - early.at < LATE ? early.end : undefined;
  }

  /** A leg that has become one of another call stays there. */
  #letGo(call: string, id: string): void {
    if (this.#callOfLeg.get(id) === call) this.#callOfLeg.delete(id);
  }

  /** How much is remembered. */
  get size(): number {
    return this.#callOfLeg.size + this.#over.size + this.#early.size;
  }
}

function dropOldest(kept: Map<string, unknown>): void {
  for (const id of kept.keys()) {
    if (kept.size <= MOST_KEPT) return;
    kept.delete(id);
  }
}
