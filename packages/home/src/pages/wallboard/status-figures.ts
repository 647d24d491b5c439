import type { Summary } from '@hookline/contract';
import { statusText } from '../../format/payload-status.ts';
import type { Language } from '../../language/language.tsx';

type Statuses = Summary['jobs']['statuses'];

export interface StatusFigure {
  /** Null for jobs that say none. */
  readonly name: string | null;
  readonly open: number;
}

/** How many jobs stand where, most first. What foreign systems call differently is one status. */
export function statusFigures(statuses: Statuses, language: Language): StatusFigure[] {
  const figures = new Map<string | null, number>();
  for (const { status, open } of statuses) {
    const name = status === null ? null : statusText(status, language);
    figures.set(name, (figures.get(name) ?? 0) + open);
  }
  return [...figures]
    .map(([name, open]) => ({ name, open }))
    .sort((one, other) => other.open - one.open);
}
