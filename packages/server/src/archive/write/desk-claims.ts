import type { CallChange } from '@hookline/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import { ArchiveError } from '../archive.ts';
import { storable } from '../read/page.ts';

type Claim = Pick<CallChange, 'claimedBy' | 'from' | 'by'>;
type Change = Claim & Pick<CallChange, 'note' | 'noteWas'>;

/** What other desks have done to a row before. */
interface Handled {
  readonly claimed_by: string | null;
  readonly claimed_at: string | null;
  readonly note: string | null;
  readonly note_by: string | null;
  readonly note_at: string | null;
}

/**
 * True for a row that a desk may change so. Asked by the statement that changes the row: of two
 * desks that do something at once, the second meets what the first has done.
 */
export function mayChange(table: string, change: Change): Expression<SqlBool> {
  const holder = sql.ref(`${table}.claimed_by`);
  const desks = holdersBefore(change);
  const mayClaim = desks
    ? sql<SqlBool>`(${holder} is null or ${holder} in (${sql.join(desks)}))`
    : sql<SqlBool>`true`;
  const notes = notesBefore(change);
  const mayNote = notes
    ? sql<SqlBool>`coalesce(${sql.ref(`${table}.note`)}, '') in (${sql.join(notes)})`
    : sql<SqlBool>`true`;
  return sql<SqlBool>`(${mayClaim} and ${mayNote})`;
}

/** Whoever may hold what is claimed or released beside nobody; undefined if nothing is. */
function holdersBefore({ claimedBy, from, by }: Claim): readonly string[] | undefined {
  return claimedBy === undefined
    ? undefined
    : [by, from, claimedBy].filter((desk) => desk !== undefined && desk !== null);
}

/**
 * What may stand where a note is written: nothing, what stood there when the writing began, or the
 * note itself, which a page that was reloaded sends twice. Undefined if anything may.
 */
function notesBefore({ note, noteWas }: Change): readonly string[] | undefined {
  return noteWas === undefined ? undefined : ['', storable(noteWas ?? ''), storable(note ?? '')];
}

/** Since when a desk holds it: whoever claims twice has held it all the time. */
export function claimedSince(table: string, { claimedBy }: Claim, at: string) {
  const holder = sql.ref(`${table}.claimed_by`);
  return claimedBy === null
    ? sql<null>`null`
    : sql<string>`case when ${holder} = ${claimedBy} then ${sql.ref(`${table}.claimed_at`)}
        else ${at} end`;
}

/** For the desk that came second. */
export function refusal(handled: Handled, change: Change): ArchiveError {
  const { claimed_by, claimed_at, note, note_by, note_at } = handled;
  const holders = holdersBefore(change);
  if (holders && claimed_by !== null && !holders.includes(claimed_by)) {
    const claimedBy = { desk: claimed_by, at: claimed_at ?? '' };
    return new ArchiveError('claimed', `${claimed_by} takes care of it since ${claimed_at}.`, {
      inTheWay: { claimedBy },
    });
  }
  const noteBy = note_by === null ? null : { desk: note_by, at: note_at ?? '' };
  return new ArchiveError('note_changed', 'Another note has been written meanwhile.', {
    inTheWay: { note, noteBy },
  });
}
