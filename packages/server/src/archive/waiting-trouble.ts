import type { Backlog } from './backlog.ts';

/** What keeps records waiting, and where they wait; undefined if nothing does. */
export function waitingTrouble(backlog: Backlog, trouble: string | undefined): string | undefined {
  const { spooledBatches, spoolProblem } = backlog;
  const lag = backlog.lag();
  const isWaiting = trouble !== undefined || lag;
  const notes = [
    trouble && `the archive cannot store at the moment: ${trouble}`,
    lag && `the archive is behind: ${lag.records} records wait, the oldest for ${lag.seconds} s`,
    isWaiting && spooledBatches > 0 && `${spooledBatches} batches wait in the spool`,
    isWaiting && spoolProblem && `the spool cannot be written: ${spoolProblem}`,
  ];
  return notes.filter(Boolean).join('; ') || undefined;
}
