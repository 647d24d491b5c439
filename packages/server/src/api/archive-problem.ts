import type { ErrorCode } from '@hookline/contract';
import { ArchiveError } from '../archive/engine/archive-error.ts';
import { HttpProblem } from '../http/app.ts';

const CODES: Readonly<Record<ArchiveError['reason'], ErrorCode>> = {
  bad_cursor: 'bad_cursor',
  unavailable: 'archive_unavailable',
  conflict: 'conflict',
  claimed: 'claimed',
  note_changed: 'note_changed',
  mapping_changed: 'mapping_changed',
  no_number: 'no_number',
};

const RETRY_AFTER_SECONDS = '5';

/** What the archive tells a client, as an answer; any other error stays what it is. */
export function archiveProblem(error: unknown): unknown {
  if (!(error instanceof ArchiveError)) return error;
  return new HttpProblem(
    CODES[error.reason],
    error.message,
    error.reason === 'unavailable' ? { 'retry-after': RETRY_AFTER_SECONDS } : {},
    true,
    error.inTheWay,
  );
}
