import { digitsOf } from '@hookline/records';
import type { Job } from '../backend/archive.ts';
import type { Contact } from '../parts/contacts/contact.ts';

/** Something to choose in the search. */
export type Finding =
  | { readonly kind: 'contact'; readonly key: string; readonly contact: Contact }
  | { readonly kind: 'job'; readonly key: string; readonly reference: string; readonly job: Job }
  | { readonly kind: 'dial'; readonly key: string; readonly number: string };

/** Numbers that are dialled although nobody has them; codes such as `*21#` too. */
const SHORTEST_DIALLED = 2;
const MOST_JOBS = 3;
/** No phone number of the world has more digits. */
const LONGEST_NUMBER = 15;

/** Whether what is typed may name a job; a phone number or several words do not. */
export function looksLikeReference(typed: string): boolean {
  const text = typed.trim();
  if (text.length < 2 || text.length > 40 || /\s/.test(text) || !/\d/.test(text)) return false;
  const digits = digitsOf(text);
  if (digits === undefined) return true;
  return /^[1-9]/.test(text) && (digits.length <= 8 || digits.length > LONGEST_NUMBER);
}

/** How the archive is asked for it: it keeps `D-1001` as two words, and knows no `d1001`. */
export function referenceWords(typed: string): string {
  return typed.trim().replace(/(\p{L})(?=\d)|(\d)(?=\p{L})/gu, '$& ');
}

/** The jobs whose reference it is, or a part of; the archive finds it anywhere in a job. */
export function jobFindings(jobs: readonly Job[], typed: string): Finding[] {
  const wanted = bare(typed);
  const found = jobs.flatMap((job): Finding[] => {
    const { reference } = job;
    if (reference === null || !bare(reference).includes(wanted)) return [];
    return [{ kind: 'job', key: `job ${reference}`, reference, job }];
  });
  return found.slice(0, MOST_JOBS);
}

/** The typed number itself, unless somebody who is shown is dialled by it. */
export function dialFinding(typed: string, contacts: readonly Contact[]): Finding[] {
  const number = typed.trim();
  const digits = digitsOf(number);
  const isCode = /^[*#][\d*#]+$/.test(number);
  if (!isCode && (digits?.length ?? 0) < SHORTEST_DIALLED) return [];
  const isKnown =
    digits !== undefined &&
    contacts.some(({ searched }) => `${searched.digits} `.includes(` ${digits} `));
  return isKnown ? [] : [{ kind: 'dial', key: 'dial', number }];
}

/**
 * What was shown keeps its place, what comes later comes below it, and nothing goes: whoever has
 * read a row and reaches for the key must not get another one.
 */
export function heldFindings(
  shown: readonly Finding[],
  found: readonly Finding[],
): readonly Finding[] {
  const fresh = new Map(found.map((finding) => [finding.key, finding]));
  const held = shown.map((finding) => fresh.get(finding.key) ?? finding);
  const keys = new Set(shown.map(({ key }) => key));
  return [...held, ...found.filter(({ key }) => !keys.has(key))];
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
