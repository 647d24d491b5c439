import type { InTheWay } from '@hookline/contract';

/** An error of the archive that a client is told about. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly reason:
    | 'bad_cursor'
    | 'unavailable'
    | 'conflict'
    | 'claimed'
    | 'note_changed'
    | 'mapping_changed'
    | 'no_number';
  readonly inTheWay: InTheWay;

  constructor(
    reason: ArchiveError['reason'],
    message: string,
    { inTheWay = {}, ...options }: ErrorOptions & { readonly inTheWay?: InTheWay } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.inTheWay = inTheWay;
  }
}

export function unavailable(
  message = 'The archive is not available at the moment.',
  options: ErrorOptions = {},
): ArchiveError {
  return new ArchiveError('unavailable', message, options);
}
