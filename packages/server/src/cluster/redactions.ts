import type { Hub } from '../hub/hub.ts';
import type { Redacted } from './shared-state.ts';

/** What other nodes, or this one before its start, have erased and cleared. */
export class Redactions {
  readonly #byInstance = new Map<string, Map<number, Redacted>>();
  /** Told of before this node has the events that it is about. */
  #cleared: { readonly instance: string; readonly through: number } | undefined;

  add(instance: string, redacted: Redacted, hub: Hub): void {
    const known = this.#byInstance.get(instance) ?? new Map<number, Redacted>();
    this.#byInstance.set(instance, known);
    known.set(redacted.id, redacted);
    if (instance === hub.instance) hub.replace(redacted.id, redacted.text ?? undefined);
  }

  /** After the first id up to the second one, in order. */
  of(instance: string, after: number, through: number): readonly Redacted[] {
    const known = this.#byInstance.get(instance);
    if (!known || known.size === 0) return NONE;
    if (through === after + 1) {
      const only = known.get(through);
      return only ? [only] : NONE;
    }
    return [...known.values()]
      .filter(({ id }) => id > after && id <= through)
      .sort((a, b) => a.id - b.id);
  }

  /** Browsers are told only once they have what is cleared. */
  clear(instance: string, through: number, hub: Hub): void {
    this.#cleared = { instance, through };
    this.clearReached(hub);
  }

  clearReached(hub: Hub): void {
    const { instance, log } = hub;
    const cleared = this.#cleared;
    if (!cleared || cleared.instance !== instance || cleared.through > log.head) return;
    this.#cleared = undefined;
    if (cleared.through > log.clearedThrough) hub.clear(cleared.through);
  }
}

const NONE: readonly Redacted[] = [];
