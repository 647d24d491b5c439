import { queryOf } from '@hookline/records';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLive } from '../../backend/app-context.ts';
import { queryOf as addressOf, textsOf } from '../../filter.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { NewerRows, useHold } from '../../parts/held-list.tsx';
import { InStrip, Notice } from '../../parts/notice.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { goTo, linkTo, replaceRoute, useRoute } from '../../route.ts';
import type { ChannelName } from './entry.ts';
import { EventList } from './event-list.tsx';
import { channelNamed, isSearch } from './filter.ts';
import { type Unfolded, useKeptScrollPosition } from './kept-scroll-position.ts';
import { type Emptiness, EmptyList, ListEnd } from './list-end.tsx';
import classes from './live.module.css';
import { BAR, isScrolledPast } from './row-focus.ts';
import { Toolbar } from './toolbar.tsx';
import { useRows } from './use-rows.ts';
import { useMissed, useSeen } from './use-seen.ts';

const ClearDialog = lazy(() => import('./clear-dialog.tsx'));

/** What comes in, as it comes in, and below it what came before. */
export default function LivePage() {
  const t = useTexts().live;
  const { state, events, clearedThrough } = useLive();
  const { channel, sender, choose, search, setSearch, query, typed, isTyping } = useSearch();
  const element = useRef<HTMLOListElement>(null);
  const [isAway, mark] = useAway(element.current);
  const hold = useHold();
  const isHeld = isAway || hold.isHeld;
  const [isClearing, setClearing] = useState(false);
  const unfolded: Unfolded = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = unfolded;
  const list = useRows({ channel, sender, typed, query, isTyping, isHeld, open });
  useSeen(list.rows, { channel, sender, typed });
  const place = useKeptScrollPosition(element, list.older, unfolded);

  const isFiltered = channel !== undefined || sender !== '' || isSearch(typed);
  const isReading = list.older.state === 'reading' || (state === 'connecting' && !events.length);
  const why: Emptiness = isReading
    ? 'reading'
    : isFiltered
      ? 'filtered'
      : clearedThrough > 0
        ? 'cleared'
        : 'nothing';
  const showAll = useCallback(() => {
    setSearch('');
    goTo('live');
  }, [setSearch]);
  return (
    <>
      <PageTitle page="live">
        <Button
          look="quiet"
          isSmall
          className={classes.clear}
          disabled={events.length === 0}
          onClick={() => setClearing(true)}
        >
          {t.clear}
        </Button>
      </PageTitle>
      <Toolbar
        channel={channel}
        sender={sender}
        choose={choose}
        search={search}
        onSearch={setSearch}
      />
      <MissedLine isArchiveAway={list.older.state === 'failed'} />
      <div ref={mark} />
      <NewerRows
        count={list.newer}
        onShow={() => {
          hold.release();
          setOpen(new Set());
          backToTop();
        }}
      />
      {list.rows.length === 0 ? (
        <EmptyList why={why} showAll={showAll} />
      ) : (
        <EventList
          rows={list.rows}
          isHeld={isHeld}
          isStill={list.isHeld}
          fresh={list.fresh}
          looked={list.looked}
          handlers={hold.handlers}
          list={element}
          {...place}
        />
      )}
      {list.hasHidden && (
        <div className={classes.end}>
          <Button onClick={list.reveal}>{t.earlier}</Button>
        </div>
      )}
      <ListEnd older={list.older} isEmpty={list.rows.length === 0} />
      <Suspense>{isClearing && <ClearDialog onClose={() => setClearing(false)} />}</Suspense>
    </>
  );
}

function backToTop(): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Says that events came and went while there was no line. */
function MissedLine({ isArchiveAway }: { readonly isArchiveAway: boolean }) {
  const t = useTexts().live;
  const { number } = useFormats();
  const [missed, dismiss] = useMissed();
  if (missed === 0) return null;
  const text = t.missed(number(missed));
  return (
    <InStrip at="notice">
      <Notice kind="warning" text={isArchiveAway ? text : `${text} ${t.missedFound}`}>
        <IconButton icon="close" aria-label={t.dismiss} onClick={dismiss} />
      </Notice>
    </InStrip>
  );
}

/**
 * Whether the reader has left the top of the list, by a mark that stands there. What comes in before
 * the observer has told of it must not move what they have scrolled to, so the list is asked too.
 */
function useAway(
  list: Element | null,
): readonly [isAway: boolean, mark: (element: Element | null) => void] {
  const [isAway, setAway] = useState(false);
  const mark = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Below the screen, as on a phone while it rings, is not away: nobody scrolled past it.
        if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.top < 100);
      },
      { rootMargin: `-${BAR}px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isAway || isScrolledPast(list), mark];
}

/** Typing pauses this long before the archive is asked and the address says it. */
const PAUSE = 250;

const NOTHING = { q: '', sender: '' };

/** The filter of the page's address, and in it what is being typed. */
function useSearch() {
  const { item, query: inAddress } = useRoute();
  const channel = channelNamed(item);
  const q = textsOf(inAddress).get('q') ?? '';
  const sender = textsOf(inAddress).get('sender') ?? '';
  const [search, setSearch] = useState(q);
  const query = useSettled(search.trim(), PAUSE);
  const told = useRef(q);
  useEffect(() => {
    // Changed by something else: a way back in the browser's history, a link.
    if (q === told.current) return;
    told.current = q;
    setSearch(q);
  }, [q]);
  // Not another place to go back to for every pause in typing.
  const tell = (typed: string) => {
    if (typed === told.current) return;
    told.current = typed;
    replaceRoute(linkTo('live', channel, addressOf({ q: typed, sender }, NOTHING)));
  };
  const tellQuery = useEffectEvent(() => tell(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the typing pauses
  useEffect(() => tellQuery(), [query]);
  const choose = (name: ChannelName | undefined, from = sender) => {
    const typed = search.trim();
    // Back from there comes back to the same search, however fast somebody is.
    tell(typed);
    goTo('live', name, addressOf({ q: typed, sender: from }, NOTHING));
  };
  const typed = useMemo(() => queryOf(search), [search]);
  return {
    channel,
    sender,
    choose,
    search,
    setSearch,
    query,
    typed,
    isTyping: query !== search.trim(),
  };
}
