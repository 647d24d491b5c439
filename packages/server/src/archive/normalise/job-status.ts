import { isOpenClass, StatusWords } from '@hookline/records';

const WORDS = new StatusWords();

/** Whether a job with this status is still open. */
export function isOpen(status: string | null): boolean {
  return status === null || isOpenClass(WORDS.classOf(status));
}
