import type { Channel, Target } from '@hookline/contract';
import { CONTACT_TARGETS, JOB_TARGETS, TIME_TARGETS } from '@hookline/contract/words';
import type { Formats } from '../../../format/formats.ts';

/** What a value can be said to be, in the order in which dispatchers see it. */
export const TARGETS_OF: Record<Channel, readonly Target[]> = {
  jobs: JOB_TARGETS,
  // Only who drives has a vehicle, and is free or not.
  kunden: CONTACT_TARGETS.filter((target) => target !== 'state' && target !== 'vehicle'),
  kuriere: CONTACT_TARGETS,
};

/** By which a status is told. */
export function statusOf(channel: Channel): 'status' | 'state' {
  return channel === 'jobs' ? 'status' : 'state';
}

/** A time as people write it; all else as it was sent. */
export function shownValue(target: Target, value: string, { when, day }: Formats): string {
  if (!TIME_TARGETS.includes(target)) return value;
  return value.includes('T') ? when(value) : day(value);
}

type Words = { readonly [word: string]: string };

/** `pickup.phone` is "Abholung · Telefon". */
export function targetWord(target: Target, words: Words): string {
  return target
    .split('.')
    .map((part) => words[part])
    .join(' · ');
}
