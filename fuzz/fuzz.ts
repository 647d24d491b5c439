import fc from 'fast-check';
import { anyCase, type Case } from './cases/case.ts';
import { exchange } from './exchange.ts';
import { judge } from './judge.ts';
import { allTargets } from './targets.ts';
import { type Doors, type Memory, Victim } from './victim.ts';

const AT_ONCE = 50;
/** Cases per seed: what fails is found again by its seed without repeating all that came before. */
const PER_SEED = 250;
/** How long to look for a smaller case that fails too. */
const SHRINK_FOR = 60_000;
/** Before it is measured, what is made once and kept has been made. */
const WARM_UP_CASES = 1000;
const MEASURE_EVERY = 10_000;
/** MiB that may be held more in the end: small events in the full log, what is known of senders. */
const MOST_KEPT = 24;

export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
  /** Both unless one is named; closed ones keep most of the cases out, so they get fewer. */
  readonly doors?: Doors | undefined;
  /** The service, if it is not to run from its sources. */
  readonly program?: string;
  readonly onProgress?: (text: string) => void;
}

export interface FuzzReport {
  readonly played: number;
  /** How often each status was answered: how deep the cases got. */
  readonly seen: ReadonlyMap<number, number>;
  /** What failed, with the smallest case that does, if something did. */
  readonly failure: string | undefined;
  readonly memory: string;
}

/** Attacks a service with so many cases, or until one of them does harm. */
export async function fuzz({
  cases,
  seed,
  doors: only,
  program,
  onProgress,
}: FuzzOptions): Promise<FuzzReport> {
  const arbitrary = anyCase(await allTargets());
  const seen = new Map<number, number>();
  const memory: string[] = [];
  let played = 0;
  for (const doors of only ? [only] : (['open', 'closed'] as const)) {
    const count = !only && doors === 'open' ? Math.ceil(cases * 0.8) : cases - played;
    const start = () => Victim.start(doors, program);
    const attack = new Attack(start, await start(), seen);
    try {
      const progress = (text: string) => onProgress?.(`${doors} doors: ${text}`);
      const failure = await attack.playAll(arbitrary, seed + played, count, progress);
      played += attack.played;
      memory.push(`${doors} doors: ${attack.memory}`);
      if (failure !== undefined) {
        return { played, seen, failure: `${doors} doors, ${failure}`, memory: memory.join('\n') };
      }
    } finally {
      await attack.victim.stop();
    }
  }
  return { played, seen, failure: undefined, memory: memory.join('\n') };
}

interface Harm {
  readonly what: string;
  /** The case that did it, where that is known. */
  readonly by?: number;
}

class Attack {
  victim: Victim;
  played = 0;
  memory = '';
  readonly #start: () => Promise<Victim>;
  readonly #seen: Map<number, number>;

  constructor(start: () => Promise<Victim>, victim: Victim, seen: Map<number, number>) {
    this.#start = start;
    this.victim = victim;
    this.#seen = seen;
  }

  /** Plays the cases of one seed after another; answers what failed. */
  async playAll(
    arbitrary: fc.Arbitrary<Case>,
    seed: number,
    count: number,
    onProgress: (text: string) => void,
  ): Promise<string | undefined> {
    let before: Memory | undefined;
    await this.victim.fillLog();
    for (let turn = seed; this.played < count; turn++) {
      const failure = await this.#play(arbitrary, turn, Math.min(PER_SEED, count - this.played));
      if (failure !== undefined) return failure;
      if (!before && this.played >= Math.min(WARM_UP_CASES, count / 2)) {
        before = await this.victim.memory();
      }
      if (this.played % MEASURE_EVERY === 0) {
        onProgress(`${this.played} cases: ${change(before, await this.victim.memory())}`);
      } else onProgress(`${this.played} of ${count} cases, seed ${turn}`);
    }
    const after = await this.victim.memory();
    this.memory = change(before, after);
    const isTooMuch = before && after.held - before.held > MOST_KEPT;
    return isTooMuch ? `memory is not given back: ${this.memory}` : undefined;
  }

  /** Plays the cases of a seed, many at a time; answers what failed. */
  async #play(
    arbitrary: fc.Arbitrary<Case>,
    seed: number,
    count: number,
  ): Promise<string | undefined> {
    await this.victim.prepare();
    const cases = fc.sample(arbitrary, { seed, numRuns: count });
    for (let first = 0; first < count; first += AT_ONCE) {
      const some = cases.slice(first, first + AT_ONCE);
      const harm = await this.#harmOf(some);
      this.played += some.length;
      if (!harm) continue;
      const suspects = harm.by === undefined ? [...some.keys()] : [harm.by];
      const title = `seed ${seed}: ${harm.what}`;
      for (const suspect of suspects) {
        const smallest = await this.#smallest(arbitrary, seed, first + suspect);
        if (smallest !== undefined) return `${title}\n${smallest}`;
      }
      const shown = suspects.map((suspect) => described(some[suspect] as Case));
      return `${title}\n(not again by one case alone)\n${shown.join('\n')}`;
    }
    return undefined;
  }

  /** The smallest case that does harm alone, beginning with the one at this place of the seed. */
  async #smallest(
    arbitrary: fc.Arbitrary<Case>,
    seed: number,
    place: number,
  ): Promise<string | undefined> {
    const property = fc.asyncProperty(arbitrary, async (one) => {
      const harm = await this.#harmOf([one]);
      if (harm) throw new Error(harm.what);
    });
    const parameters = { seed, path: String(place), numRuns: 1 };
    const run = await fc.check(property, { ...parameters, interruptAfterTimeLimit: SHRINK_FOR });
    if (!run.failed || !run.counterexample) return undefined;
    return `${(run.errorInstance as Error).message}\n${described(run.counterexample[0])}`;
  }

  async #harmOf(some: readonly Case[]): Promise<Harm | undefined> {
    if (!this.victim.isRunning) {
      await this.victim.stop();
      this.victim = await this.#start();
      await this.victim.prepare();
    }
    const { victim } = this;
    const outcomes = await Promise.all(some.map((each) => exchange(victim, each)));
    for (const [by, { bytes, end }] of outcomes.entries()) {
      const { mustBe } = some[by] as Case;
      if (end === 'hung') return { what: 'the connection hangs', by };
      const { statuses, complaint } = judge(bytes, mustBe);
      if (complaint !== undefined) return { what: complaint, by };
      for (const status of statuses) this.#seen.set(status, (this.#seen.get(status) ?? 0) + 1);
    }
    if (!(await victim.isWell())) {
      return {
        what: victim.isRunning
          ? 'an honest request is not answered'
          : `the service ended: ${victim.lastWords.join('\n')}`,
      };
    }
    const [defect] = victim.defects.splice(0);
    return defect === undefined ? undefined : { what: `the log says ${defect}` };
  }
}

function change(before: Memory | undefined, after: Memory): string {
  const from = before ?? after;
  const held = `${from.held.toFixed(1)} → ${after.held.toFixed(1)} MiB held`;
  return `${held}, ${from.resident.toFixed(0)} → ${after.resident.toFixed(0)} MiB resident`;
}

const MOST_SHOWN = 1000;

function described({ kind, pieces, vanishes }: Case): string {
  const shown = pieces.map((piece) => {
    const text = JSON.stringify(piece.toString('latin1'));
    return text.length > MOST_SHOWN
      ? `${text.slice(0, MOST_SHOWN)}… (${piece.length} bytes)`
      : text;
  });
  return [`--- ${kind}${vanishes ? ', whose sender vanishes' : ''}`, ...shown].join('\n');
}
