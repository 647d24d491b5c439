import { digitsOf } from '@hookline/records';
import { useDeferredValue, useMemo } from 'react';
import { usePhone } from '../backend/app-context.ts';
import { type Address, useArchiveList } from '../backend/archive.ts';
import { useLanguage } from '../language/language.tsx';
import { contactOfAddress } from '../parts/contacts/contact.ts';
import {
  isContactFound,
  isEmpty,
  type Query,
  queryOf,
  search,
} from '../parts/contacts/contact-search.ts';
import { CALLING_CODE, everybody } from '../parts/contacts/everybody.ts';
import { withArchive } from '../parts/contacts/merged-contacts.ts';
import { useAddresses } from '../parts/contacts/use-addresses.ts';
import { useSettled } from '../parts/use-settled.ts';
import {
  dialFinding,
  type Finding,
  jobFindings,
  looksLikeReference,
  referenceWords,
} from './findings.ts';

/** More than anybody reads; one more letter says more than scrolling. */
const MOST = 50;
const MOST_OF_ARCHIVE = 25;
/** Between the letters of who types fast nobody need ask the archive. */
const PAUSE = 100;
/** An archive that takes longer need not be waited for to dial a number. */
const TIMEOUT = 1000;
/** Who was added since is found by asking; a long list is not read again for every search. */
const OLD_ENOUGH = 5 * 60_000;

export interface Findings {
  readonly query: Query;
  readonly findings: readonly Finding[];
  /** How many were found, those that are not shown included. */
  readonly total: number;
  /** There may be more than that. */
  readonly isMore: boolean;
  readonly isAsking: boolean;
  readonly archiveError: Error | null;
}

/**
 * Those in memory at once, whom only the archive finds a moment later. They come after the others:
 * what somebody is about to choose must not move away from under the key.
 */
export function useFindings(typed: string): Findings {
  const language = useLanguage();
  const { phoneBook } = usePhone();
  const held = useAddresses(OLD_ENOUGH);
  const all = everybody(held.addresses, useDeferredValue(phoneBook.entries), language);
  const query = useMemo(() => queryOf(typed), [typed]);
  const isNothing = isEmpty(query) && !/\d/.test(typed);
  const listed = useMemo(
    () => (isEmpty(query) ? { contacts: [], total: 0 } : search(all, query, MOST)),
    [all, query],
  );
  const archive = useArchive(typed, query, isNothing);
  // The number itself comes last: it would hold the first place before those who have it are found.
  const waitedFor = useSettled(typed, TIMEOUT);
  const isSettled = !archive.isAsking || waitedFor === typed;
  const contacts = useMemo(
    () => withArchive(listed.contacts, archive.addresses, CALLING_CODE),
    [listed, archive.addresses],
  );
  const people = contacts.map(
    (contact): Finding => ({ kind: 'contact', key: contact.key, contact }),
  );
  return {
    query,
    findings: [...people, ...archive.jobs, ...(isSettled ? dialFinding(typed, contacts) : [])],
    total: listed.total + contacts.length - listed.contacts.length + archive.jobs.length,
    isMore: held.isMore && archive.isMore,
    isAsking: archive.isAsking,
    archiveError: archive.error,
  };
}

function useArchive(typed: string, query: Query, isNothing: boolean) {
  const settled = useSettled(typed.trim(), PAUSE);
  const asked = isNothing ? '' : settled;
  const isNumber = (digitsOf(asked)?.length ?? 0) > 4;
  const isReference = looksLikeReference(asked);
  const isAsked = asked !== '';
  const options = (isEnabled: boolean, limit: number) => ({ isEnabled, limit });
  const byWords = useArchiveList('addresses', { q: asked }, options(isAsked, MOST_OF_ARCHIVE));
  const byNumber = useArchiveList('addresses', { number: asked }, options(isNumber, 5));
  const jobs = useArchiveList('jobs', { q: referenceWords(asked) }, options(isReference, 10));
  const isLate = asked !== typed.trim();
  // The answer to what was typed before: only what fits still.
  const fitting = (items: readonly Address[], isOld: boolean) =>
    isOld
      ? items.filter((each) => isContactFound(query, contactOfAddress(each, CALLING_CODE)))
      : items;
  return {
    addresses: [
      ...(isNumber ? fitting(byNumber.items, isLate || byNumber.isPlaceholderData) : []),
      ...(isAsked ? fitting(byWords.items, isLate || byWords.isPlaceholderData) : []),
    ],
    jobs: isReference ? jobFindings(jobs.items, typed) : [],
    isMore: isAsked && byWords.hasNextPage,
    isAsking:
      !isNothing && (isLate || byWords.isFetching || byNumber.isFetching || jobs.isFetching),
    error: isAsked ? byWords.error : null,
  };
}
