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

const KNOWN = 'contact ';
const NEW = 'contact of ';

/** Under which a form's text is kept. */
export function draftName({ id, address, number }: FormSubject): string {
  const known = address?.id ?? id;
  if (known !== undefined) return KNOWN + known;
  return NEW + (writtenNumber(number ?? '') ?? '');
}

/** Whom what is kept under a name is about; undefined if it is no form's. */
export function subjectOf(name: string): Pick<FormSubject, 'id' | 'number'> | undefined {
  if (name.startsWith(NEW)) return { number: name.slice(NEW.length) };
  return name.startsWith(KNOWN) ? { id: name.slice(KNOWN.length) } : undefined;
}
