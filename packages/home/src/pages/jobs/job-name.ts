import type { Job } from '../../backend/archive.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { shortText } from '../../format/payload-text.ts';

/** How the page's address names a job. One without a reference has the id of its only version. */
export function jobName({ reference, id }: Job): string {
  return reference ?? `id:${id}`;
}

/** How people name it. */
export function jobTitle({ reference, payload }: Pick<Job, 'reference' | 'payload'>): string {
  return reference === null ? summaryOf(payload).title : shortText(reference, 200);
}
