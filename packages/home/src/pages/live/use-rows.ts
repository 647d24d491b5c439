import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useAppContext, useLive } from '../../backend/app-context.ts';
import { useArchiveList } from '../../backend/archive.ts';
import { useCallingCode } from '../../format/phone-number.ts';
import {
  archivedEntry,
  type ChannelName,
  type Entry,
  isNewer,
  merged,
  withOlder,
} from './entry.ts';
import { type Filter, fits, isSearch } from './filter.ts';
import { type JournalView, journalOf } from './journal.ts';

/** Beyond so many pages the archive page is the better place to look. */
const MOST_PAGES = 8;

export interface Rows {
  readonly rows: readonly Entry[];
  /** They stay as they are and only grow at their end. */
  readonly isHeld: boolean;
  /** How many wait above what is shown for the reader to come back up; 1,001 stands for more. */
  readonly newer: number;
  readonly fresh: ReadonlySet<string>;
  readonly looked: (key: string) => void;
  /** Cleared ones that the archive could show again. */
  readonly hasHidden: boolean;
  readonly reveal: () => void;
  readonly older: Older;
}

/** How the list goes on at its end. */
export interface Older {
  readonly state: 'reading' | 'more' | 'failed' | 'enough' | 'hidden' | 'end';
  readonly error: unknown;
  readonly read: () => void;
}

interface Wanted extends Filter {
  /** What the archive is asked for: what was typed, once typing has paused. */
  readonly query: string;
  readonly isTyping: boolean;
  /** The reader is elsewhere in the list: what is shown must not move. */
  readonly isHeld: boolean;
  /** Keys of the unfolded rows: while one of them is in the list, it must not go from there. */
  readonly open: ReadonlySet<string>;
}

/** The live events, and below them what the archive has, as one list. */
export function useRows(wanted: Wanted): Rows {
  const { channel, sender = '', typed, query, isTyping } = wanted;
  const { live } = useAppContext();
  const { instance = '', clearedThrough } = useLive();
  const callingCode = useCallingCode();
  const journal = useMemo(() => {
    const whole = journalOf(live);
    if (channel === undefined && sender === '' && !isSearch(typed)) return whole;
    return whole.filtered((entry) => fits(entry, { channel, sender, typed, callingCode }));
  }, [live, channel, sender, typed, callingCode]);
  const view = useSyncExternalStore(journal.subscribe, journal.getSnapshot);
  const archive = useArchivePart({ channel, sender, q: query }, view);
  const clearing = `${instance} ${clearedThrough}`;
  const [revealed, setRevealed] = useState('');
  const isHiding = clearedThrough > 0 && revealed !== clearing;

  const { entries: archived, isCurrent, hasGap } = archive;
  // While the archive is being asked, its last answer has to do.
  const isExact = archive.isExact && !isTyping;
  const [all, hidden] = useMemo(() => {
    const isWanted = (entry: Entry) => fits(entry, { channel, sender, typed, callingCode });
    const found = isExact ? archived : archived.filter(isWanted);
    const isShown = (entry: Entry) =>
      !isHiding || (entry.instance === instance && entry.eventId > clearedThrough);
    const known = found.filter(isShown);
    // Whoever has scrolled beyond what was held keeps their place while the gap is filled.
    const below = isCurrent ? known : hasGap ? merged(view.beforeGap, known) : [];
    const rows = merged(view.entries, below);
    return [rows, found.some((entry) => !isShown(entry))] as const;
  }, [
    view,
    archived,
    isCurrent,
    hasGap,
    isExact,
    channel,
    sender,
    typed,
    callingCode,
    isHiding,
    instance,
    clearedThrough,
  ]);

  // A gap is filled even while the list is held: nobody should take it for complete.
  const name = [channel, sender, ...typed.words, ...typed.signs, clearing, revealed, hasGap].join(
    ' ',
  );
  const [rows, isHeld] = useHeld(all, wanted, name);
  const top = rows[0];
  return {
    rows,
    isHeld,
    newer: isHeld && top ? countNewer(all, top, view.came, instance) : 0,
    fresh: view.fresh,
    looked: useCallback((key: string) => journal.looked(key), [journal]),
    // Before the archive has been asked anew it is not known, but likely.
    hasHidden: isHiding && archive.older.state !== 'failed' && (hidden || !isCurrent),
    reveal: () => setRevealed(clearing),
    older: isHiding && hidden ? { ...archive.older, state: 'hidden' } : archive.older,
  };
}

/** Also those that came and are no longer kept here: the archive brings them. */
function countNewer(
  all: readonly Entry[],
  top: Entry,
  came: readonly number[],
  instance: string,
): number {
  const newer = all.filter((entry) => isNewer(entry, top));
  const kept = new Set(newer.map(({ key }) => key));
  const isSameLife = top.instance === instance;
  const gone = came.filter(
    (id) => !kept.has(`${instance} ${id}`) && (!isSameLife || id > top.eventId),
  );
  return newer.length + gone.length;
}

/** What is being read stays as it is and only grows at its end. */
function useHeld(
  all: readonly Entry[],
  wanted: Pick<Wanted, 'isHeld' | 'open'>,
  list: string,
): readonly [rows: readonly Entry[], isHeld: boolean] {
  const last = useRef({ rows: all, list });
  const { current } = last;
  const isOpen = ({ key }: Entry) => wanted.open.has(key);
  const isHeld = wanted.isHeld || (wanted.open.size > 0 && current.rows.some(isOpen));
  const rows = isHeld && current.list === list ? withOlder(current.rows, all) : all;
  useEffect(() => {
    last.current = { rows, list };
  });
  return [rows, isHeld];
}

function useArchivePart(
  filter: { channel: ChannelName | undefined; sender: string; q: string },
  { completeSince, beforeGap, gapSince }: JournalView,
) {
  const list = useArchiveList('events', filter);
  const { data, isFetching, isError, hasNextPage, refetch, fetchNextPage } = list;
  const [first] = data?.pages ?? [];
  const askedAt = first?.askedAt ?? Number.NEGATIVE_INFINITY;
  const isCurrent = askedAt >= completeSince;
  // Filled, it stays so: the list must not change again whenever the archive has to be asked anew.
  const hasGap = beforeGap.length > 0 && askedAt < gapSince;
  const entries = useMemo(
    () => data?.pages.flatMap(({ items }) => items.map(archivedEntry)) ?? [],
    [data],
  );
  // What is missing in the middle is read at once; what is missing below, when somebody gets there.
  const [isWanted, setWanted] = useState(false);
  const isDue = (hasGap || isWanted) && !isCurrent && !isFetching && !isError;
  useEffect(() => {
    if (isDue) void refetch();
  }, [isDue, refetch]);
  if (isWanted && (isCurrent || isError)) setWanted(false);
  const read = () => {
    if (isError) void refetch();
    else if (isCurrent) void fetchNextPage();
    else setWanted(true);
  };

  const pages = data?.pages.length ?? 0;
  const state = ((): Older['state'] => {
    if (isFetching || isDue) return 'reading';
    if (isError) return 'failed';
    if (!isCurrent) return 'more';
    if (!hasNextPage) return 'end';
    return pages < MOST_PAGES ? 'more' : 'enough';
  })();
  const older: Older = { state, error: list.error, read };
  return { entries, isCurrent, hasGap, isExact: !list.isPlaceholderData, older };
}
