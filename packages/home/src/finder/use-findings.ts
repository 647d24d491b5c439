import { useDeferredValue, useMemo } from 'react';
import { useAppContext, usePhone } from '../backend/app-context.ts';
import { itemsOf, toldOfLate, useArchiveList } from '../backend/archive.ts';
import { useFormats } from '../format/formats.ts';
import { isEmpty, type Query, queryOf, search } from '../parts/contacts/contact-search.ts';
import { everybody } from '../parts/contacts/merged-contacts.ts';
import { useListCount } from '../parts/list-pages.ts';
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
/** Between the letters of who types fast nobody need ask the archive. */
const PAUSE = 100;
/** An archive that takes longer need not be waited for to dial a number. */
const TIMEOUT = 1000;
const NOBODY = { contacts: [], total: 0 };

export interface Findings {
  readonly query: Query;
  readonly findings: readonly Finding[];
  /** How many were found, those that are not shown included. */
  readonly count: string;
  readonly isAsking: boolean;
  readonly archiveError: Error | null;
}

/**
 * Whom the archive finds, the best first, and who is in the phone book. Until it has answered, and
 * while it does not, those whom the page was told of before are searched.
 */
export function useFindings(typed: string): Findings {
  const { queries } = useAppContext();
  const entries = useDeferredValue(usePhone().phoneBook.entries);
  const { number } = useFormats();
  const query = useMemo(() => queryOf(typed), [typed]);
  const isNothing = isEmpty(query) && !/\d/.test(typed);
  const archive = useArchive(typed, isNothing);
  const { answer } = archive;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer has told of somebody
  const late = useMemo(() => toldOfLate(queries), [queries, typed, answer]);
  const { contacts, total } = useMemo(() => {
    if (isEmpty(query)) return NOBODY;
    const all = everybody(answer ?? late, entries);
    return search(all, query, MOST, ({ id }) => answer !== undefined && id !== undefined);
  }, [query, answer, late, entries]);
  // The number itself comes last: it would hold the first place before those who have it are found.
  const waitedFor = useSettled(typed, TIMEOUT);
  const isSettled = !archive.isAsking || waitedFor === typed;
  const people = contacts.map(
    (contact): Finding => ({ kind: 'contact', key: contact.key, contact }),
  );
  return {
    query,
    findings: [...people, ...archive.jobs, ...(isSettled ? dialFinding(typed, contacts) : [])],
    count: archive.count ?? number(total + archive.jobs.length),
    isAsking: archive.isAsking,
    archiveError: archive.error,
  };
}

function useArchive(typed: string, isNothing: boolean) {
  const settled = useSettled(typed.trim(), PAUSE);
  const q = isNothing ? '' : settled;
  const isReference = looksLikeReference(q);
  const isAsked = q !== '';
  const found = useArchiveList(
    'addresses',
    { q, sort: 'best' },
    { isEnabled: isAsked, limit: MOST },
  );
  const words = { q: referenceWords(q) };
  const jobs = useArchiveList('jobs', words, { isEnabled: isReference, limit: 10 });
  const isLate = q !== typed.trim();
  const { data } = found;
  const isAnswered = isAsked && !isLate && !found.isPlaceholderData && !found.error;
  const answer = useMemo(() => (isAnswered ? itemsOf(data) : undefined), [isAnswered, data]);
  const isMore = answer !== undefined && found.hasNextPage;
  const count = useListCount('addresses', { q }, { ...found, hasNextPage: isMore });
  return {
    /** To what is typed now. */
    answer,
    jobs: isReference ? jobFindings(jobs.items, typed) : [],
    count: isMore ? count : undefined,
    isAsking: !isNothing && (isLate || found.isFetching || jobs.isFetching),
    error: isAsked ? found.error : null,
  };
}
