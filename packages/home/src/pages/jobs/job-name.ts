import type { Job } from '../../backend/archive.ts';

/** How the page's address names a job. One without a reference has the id of its only version. */
export function jobName({ reference, id }: Job): string {
  return reference ?? `id:${id}`;
}
