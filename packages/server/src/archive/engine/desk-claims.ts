import type { CallChange } from '@hookline/contract';
import type { Selectable } from 'kysely';
import { ArchiveError } from './archive-error.ts';
import { storable } from './lists/page.ts';
import type { Schema } from './store/schema.ts';

type Change = Pick<CallChange, 'claimedBy' | 'from' | 'by' | 'note' | 'noteWas'>;

/** What desks have done before to a call or a job. */
type Assigned = Pick<
  Selectable<Schema['calls']>,
  'claimed_by' | 'claimed_at' | 'note' | 'note_by' | 'note_at'
>;

/**
 * Throws for the desk that came second. Asked in the transaction that makes the change: of two
 * desks that do something at once, the second meets what the first has done.
 */
export function refuse(assigned: Assigned, { claimedBy, from, by, note, noteWas }: Change): void {
  const { claimed_by, claimed_at, note_by, note_at } = assigned;
  const mayHold = [null, by, from, claimedBy];
  if (claimedBy !== undefined && !mayHold.includes(claimed_by)) {
    throw new ArchiveError('claimed', `${claimed_by} takes care of it since ${claimed_at}.`, {
      inTheWay: { claimedBy: { desk: claimed_by ?? '', at: claimed_at ?? '' } },
    });
  }
  // A page that was reloaded sends its note twice.
  const mayStand = ['', storable(noteWas ?? ''), storable(note ?? '')];
  if (noteWas !== undefined && !mayStand.includes(assigned.note ?? '')) {
    const noteBy = note_by === null ? null : { desk: note_by, at: note_at ?? '' };
    throw new ArchiveError('note_changed', 'Another note has been written meanwhile.', {
      inTheWay: { note: assigned.note, noteBy },
    });
  }
}

/** The note and the claim as they are after a change, each if that is about it. */
export function assignedBy(before: Assigned, { claimedBy, by, note }: Change, at: string) {
  const isSigned = note != null && by !== undefined;
  // Whoever claims twice has held it all the time.
  const since = claimedBy === before.claimed_by ? before.claimed_at : at;
  return {
    ...(note !== undefined && {
      note: {
        note: storable(note),
        note_by: isSigned ? by : null,
        note_at: isSigned ? at : null,
      },
    }),
    ...(claimedBy !== undefined && {
      claim: { claimed_by: claimedBy, claimed_at: claimedBy === null ? null : since },
    }),
  };
}
