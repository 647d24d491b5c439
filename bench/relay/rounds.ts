import { median } from '../support.ts';
import type { Curves, Figures, Median, Row, Scenario } from './scenario.ts';

/** Deliveries of one side over all rounds. */
export interface Tally {
  delivered: number;
  lost: number;
}

export interface Outcome {
  readonly rows: readonly Row[];
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly curves: readonly Curves[];
}

/**
 * Runs every trial of a scenario once per round, in turn, and the other way round in every second
 * round: whatever else the machine does then hits all of them alike.
 */
export async function runRounds(
  scenarios: readonly Scenario[],
  rounds: number | undefined,
  progress: (text: string) => void,
): Promise<Outcome> {
  const tallies = new Map<string, Tally>();
  const rows: Row[] = [];
  const curves: Curves[] = [];
  const begin = performance.now();
  const roundsOf = (scenario: Scenario) => rounds ?? scenario.rounds;
  const trialsOf = (scenario: Scenario) => Object.entries(scenario.trials);
  const total = scenarios.reduce((sum, one) => sum + roundsOf(one) * trialsOf(one).length, 0);
  let done = 0;
  for (const scenario of scenarios) {
    const found = new Map<string, Figures[]>();
    for (let round = 1; round <= roundsOf(scenario); round++) {
      const trials = trialsOf(scenario);
      for (const [name, trial] of round % 2 === 0 ? trials.reverse() : trials) {
        const seconds = Math.round((performance.now() - begin) / 1000);
        const where = `round ${round} of ${roundsOf(scenario)}`;
        progress(`[${++done}/${total}, ${seconds} s] ${scenario.name}, ${where}: ${name}`);
        const figures = await trial.run();
        found.set(name, [...(found.get(name) ?? []), figures]);
        count(tallies, trial.side, figures);
      }
    }
    const middle: Median = (trial, figure) =>
      median((found.get(trial) ?? []).map((figures) => figures[figure] ?? Number.NaN));
    rows.push(...(scenario.rows?.(middle) ?? []));
    if (scenario.curves) curves.push(scenario.curves(middle));
  }
  return { rows, tallies, curves };
}

function count(tallies: Map<string, Tally>, side: string, figures: Figures): void {
  const { delivered, lost } = figures;
  if (delivered === undefined || lost === undefined) return;
  const tally = tallies.get(side) ?? { delivered: 0, lost: 0 };
  tally.delivered += delivered;
  tally.lost += lost;
  tallies.set(side, tally);
}
