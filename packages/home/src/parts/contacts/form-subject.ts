import { writtenNumber } from '@hookline/records';
import type { Address } from '../../backend/archive.ts';

/** Whom a form is about: somebody of the archive, or a new one of whom a little may be known. */
export interface FormSubject {
  /** The archive's id; its record may have to be read first. */
  readonly id?: string | undefined;
  readonly address?: Address | undefined;
  readonly number?: string | undefined;
  readonly name?: string | undefined;
}

/** Under which a form's text is kept. */
export function draftName({ id, address, number }: FormSubject): string {
  const known = address?.id ?? id;
  if (known !== undefined) return `contact ${known}`;
  return `contact of ${writtenNumber(number ?? '') ?? ''}`;
}
