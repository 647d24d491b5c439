import { factsAfter, NO_FACTS } from '@hookline/records';
import { expect, test } from 'vitest';
import type { Job } from '../src/backend/archive.ts';
import {
  dialFinding,
  heldFindings,
  jobFindings,
  looksLikeReference,
  referenceWords,
} from '../src/finder/findings.ts';
import { contactOfEntry } from '../src/parts/contacts/contact.ts';

test.each([
  ['D-1001', true],
  ['d1001', true],
  ['1001', true],
  ['del_demo_7', true],
  ['030 23125', false],
  ['03023125', false],
  ['+49 30', false],
  ['17612345678', false],
  ['340434161094021501', true],
  ['Krumenglück', false],
  ['Weg 12', false],
  ['7', false],
])('%j may name a job: %s', (typed, expected) => {
  expect(looksLikeReference(typed)).toBe(expected);
});

test('the archive is asked for the words of a reference that was typed in one', () => {
  expect(referenceWords(' d1001 ')).toBe('d 1001');
  expect(referenceWords('D-1001')).toBe('D-1001');
});

test('jobs are offered whose reference it is, not those that only mention it', () => {
  const job = (reference: string | null): Job => ({
    id: reference ?? '',
    reference,
    status: 'neu',
    statusClass: 'new',
    receivedAt: '2026-03-01T08:00:00.000Z',
    facts: factsAfter(NO_FACTS),
    courierId: null,
    courierCandidates: [],
    dueAt: null,
    late: false,
    note: null,
    noteBy: null,
    claimedBy: null,
    closedBy: null,
    payload: {},
  });
  const jobs = ['D-1001', 'A-7', null, 'D-10010', 'd_1001', 'XD1001'].map(job);
  expect(jobFindings(jobs, 'd1001').map(({ key }) => key)).toEqual([
    'job D-1001',
    'job D-10010',
    'job d_1001',
  ]);
});

test.each([
  ['030 901820', true],
  ['22', true],
  ['*21#', true],
  ['+43 1 58858', true],
  ['+49 30 23125101', false],
  ['030/23125-101', false],
  ['Krumenglück', false],
  ['7', false],
  ['javascript:0123', false],
])('[HP3] %j can be dialled as typed: %s', (typed, expected) => {
  const known = [contactOfEntry({ number: '030 23125-101', name: 'Krumenglück' }, '49')];
  expect(dialFinding(typed, known).length).toBe(expected ? 1 : 0);
});

test('[HP10] what was found stays where it was shown, and what comes later comes below it', () => {
  const dial = (key: string, number = key) => ({ kind: 'dial', key, number }) as const;
  const shown = [dial('a'), dial('b')];
  expect(heldFindings([], shown)).toEqual(shown);
  expect(heldFindings(shown, [dial('c'), dial('b', 'newer'), dial('a')])).toEqual([
    dial('a'),
    dial('b', 'newer'),
    dial('c'),
  ]);
  expect(heldFindings(shown, [dial('c')])).toEqual([dial('a'), dial('b'), dial('c')]);
});
