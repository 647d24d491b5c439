export type Figures = Readonly<Record<string, number>>;

/** What is done once in every round, with one server. */
export interface Trial {
  /** Whose deliveries these are. */
  readonly side: string;
  run(): Promise<Figures>;
}

/** The median of one figure of one trial over all rounds. */
export type Median = (trial: string, figure: string) => number;

export interface Scenario {
  readonly name: string;
  readonly rounds: number;
  readonly trials: Readonly<Record<string, Trial>>;
  rows?(median: Median): readonly Row[];
  curves?(median: Median): Curves;
}

/** How something grows with something else, for the sides that were measured. */
export interface Curves {
  /** Of the picture. */
  readonly name: string;
  readonly title: string;
  readonly across: string;
  readonly lines: readonly {
    readonly name: string;
    readonly points: readonly { readonly x: number; readonly y: number }[];
  }[];
}

/** One line of the report. */
export interface Row {
  readonly what: string;
  /** Short, for the picture. */
  readonly label?: string;
  readonly unit: Unit;
  readonly hookline: number;
  /** What stands beside it, from the same rounds. */
  readonly beside?: { readonly name: string; readonly value: number };
  readonly goal?: Goal;
  /** The least that can be done in Node at all: what comes close to it need not be below the other. */
  readonly floor?: number;
  /** For reading the other rows; a ratio of it says nothing. */
  readonly isRemark?: true;
}

export type Unit = 'per second' | 'µs' | 'ms' | 's' | 'KiB' | 'MiB' | '%' | 'clients' | 'webhooks';

/** A share of what stands beside it, or a value of its own. */
export interface Goal {
  readonly of: 'ratio' | 'value';
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const ratioAtLeast = (atLeast: number): Goal => ({ of: 'ratio', atLeast });
export const ratioAtMost = (atMost: number): Goal => ({ of: 'ratio', atMost });
export const valueAtMost = (atMost: number): Goal => ({ of: 'value', atMost });

const CLOSE_TO_FLOOR = 1.1;

export function ratioOf({ hookline, beside, isRemark }: Row): number | undefined {
  return beside && !isRemark ? hookline / beside.value : undefined;
}

/** Undefined where there is no goal. */
export function isMet(row: Row): boolean | undefined {
  const { goal } = row;
  if (!goal) return undefined;
  const value = goal.of === 'ratio' ? ratioOf(row) : row.hookline;
  // A figure that is not there is none that meets its goal.
  if (value === undefined || Number.isNaN(value)) return false;
  if (row.floor !== undefined && row.hookline <= row.floor * CLOSE_TO_FLOOR) return true;
  return (
    value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) &&
    value <= (goal.atMost ?? Number.POSITIVE_INFINITY)
  );
}
