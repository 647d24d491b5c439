/** Words for a job that nobody has to care about any more. */
const CLOSED =
  /^(?:delivered|completed?|done|finished|closed|cancell?ed|failed|returned|expired|zugestellt|geliefert|erledigt|abgeschlossen|beendet|fertig|storniert|abgebrochen|fehlgeschlagen)$/i;

/** Whether a job with this status is still open. */
export function isOpen(status: string | null): boolean {
  return status === null || !CLOSED.test(status.trim());
}
