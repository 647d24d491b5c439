import { queryWords } from '@hookline/records';
import { Button, CloseButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useLive } from '../../backend/office.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { NewerRows, useHold } from '../../parts/held-list.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { goTo, useRoute } from '../../route.ts';
import { EventList } from './event-list.tsx';
import { channelNamed } from './filter.ts';
import { type Emptiness, EmptyList, ListEnd } from './list-end.tsx';
import classes from './live.module.css';
import { LIVE } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useAway } from './use-away.ts';
import { useRows } from './use-rows.ts';
import { useMissed, useSeen } from './use-seen.ts';

const ClearDialog = lazy(() => import('./clear-dialog.tsx'));

/** Typing pauses this long before the archive is asked. */
const PAUSE = 250;

/** What comes in, as it comes in, and below it what came before. */
export default function LivePage() {
  const t = useTexts(LIVE);
  const { state, events, clearedThrough } = useLive();
  const channel = channelNamed(useRoute().item);
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search.trim(), PAUSE);
  const words = useMemo(() => queryWords(search), [search]);
  const isTyping = query !== search.trim();
  const [isAway, mark] = useAway();
  const hold = useHold();
  const isHeld = isAway || hold.isHeld;
  const [isClearing, setClearing] = useState(false);
  const list = useRows({ channel, words, query, isTyping, isHeld });
  useSeen(list.rows);

  const isFiltered = channel !== undefined || words.length > 0;
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
  }, []);
  return (
    <>
      <PageTitle page="live">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name="trash" size={16} />}
          disabled={events.length === 0}
          onClick={() => setClearing(true)}
        >
          {t.clear}
        </Button>
      </PageTitle>
      <Toolbar channel={channel} search={search} onSearch={setSearch} />
      <MissedLine isArchiveAway={list.older.state === 'failed'} />
      <div ref={mark} />
      <NewerRows
        count={list.newer.length}
        onShow={() => {
          hold.release();
          backToTop();
        }}
      />
      {list.rows.length === 0 ? (
        <EmptyList why={why} showAll={showAll} />
      ) : (
        <EventList
          rows={list.rows}
          isAway={isAway}
          fresh={list.fresh}
          looked={list.looked}
          handlers={hold.handlers}
        />
      )}
      {list.hasHidden && (
        <div className={classes.end}>
          <Button variant="default" onClick={list.reveal}>
            {t.earlier}
          </Button>
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
  const t = useTexts(LIVE);
  const { number } = useFormats();
  const [missed, dismiss] = useMissed();
  return (
    <div role="status">
      {missed > 0 && (
        <div className={classes.missed}>
          <span>
            {t.missed(number(missed))} {!isArchiveAway && t.missedFound}
          </span>
          <CloseButton size="sm" aria-label={t.dismiss} onClick={dismiss} />
        </div>
      )}
    </div>
  );
}
