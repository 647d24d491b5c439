import { Button } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useArchiveList } from '../../backend/archive.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { OPEN_MISSED } from '../../parts/calls/missed-calls.ts';
import { NewerRows, useHeldRows, useHold } from '../../parts/held-list.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { callDays, dayOf } from './call-days.ts';
import { CallFilter, filterOf, isFiltered, NO_FILTER } from './call-filter.tsx';
import { CallRow } from './call-row.tsx';
import classes from './calls-page.module.css';
import { useTalks } from './talks.ts';

const TEXTS = {
  de: { more: 'Mehr laden', today: 'Heute', yesterday: 'Gestern', undated: 'Ohne Zeitangabe' },
  en: { more: 'Load more', today: 'Today', yesterday: 'Yesterday', undated: 'Without a time' },
};

/** Calls of the archive, newest first. */
export function CallList({ isMissedOnly }: { isMissedOnly: boolean }) {
  const t = useTexts(TEXTS);
  const dayTitle = useDayTitle();
  const [filter, setFilter] = useState(NO_FILTER);
  // Typing stays quick while a long list is drawn for what was typed before.
  const wanted = useDeferredValue(filter);
  const isOpenOnly = isMissedOnly && filter.isOpenOnly;
  const list = useArchiveList('calls', {
    ...filterOf(wanted),
    ...(isOpenOnly ? OPEN_MISSED : isMissedOnly && { missed: true }),
  });
  const talks = useTalks();
  // What was settled a moment ago, or was read for the whole list, is none of the open ones.
  const items = isOpenOnly ? list.items.filter(({ settled }) => !settled) : list.items;
  const hold = useHold();
  const { rows, newer } = useHeldRows(items, {
    isHeld: hold.isHeld && !list.isPlaceholderData,
    name: JSON.stringify(wanted),
    known: list.items,
  });
  const isEmpty = rows.length === 0;
  return (
    <>
      <CallFilter filter={filter} onChange={setFilter} withOpenOnly={isMissedOnly} />
      {list.isPending && <Loading />}
      {list.isError && isEmpty && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && isEmpty && !list.hasNextPage && (
        <NoCalls
          why={
            isFiltered(filter) ? 'match' : isOpenOnly ? 'open' : isMissedOnly ? 'missed' : 'calls'
          }
        />
      )}
      <NewerRows count={newer} onShow={hold.release} />
      {callDays(rows).map(({ key, calls }) => (
        <section key={key} className={classes.day} {...hold.handlers}>
          <h2>{dayTitle(key)}</h2>
          <ul className="rows">
            {calls.map((call) => (
              <CallRow key={call.id} call={call} talks={talks} />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      )}
    </>
  );
}

function useDayTitle(): (day: string) => string {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  return (day) => {
    if (day === '') return t.undated;
    const now = new Date();
    if (day === dayOf(now.getTime())) return t.today;
    if (day === dayOf(now.setDate(now.getDate() - 1))) return t.yesterday;
    return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }).format(new Date(`${day}T12:00`));
  };
}

type Why = 'calls' | 'missed' | 'open' | 'match';
interface Words {
  readonly title: string;
  readonly detail: string;
}

const NO_CALLS: { de: Record<Why, Words>; en: Record<Why, Words> } = {
  de: {
    calls: {
      title: 'Noch keine Anrufe',
      detail: 'Sobald das Telefon klingelt, steht der Anruf hier.',
    },
    missed: {
      title: 'Nichts verpasst',
      detail: 'Anrufe, die niemand angenommen hat, sammeln sich hier.',
    },
    open: { title: 'Alles erledigt', detail: 'Kein verpasster Anruf ist mehr offen.' },
    match: {
      title: 'Kein Anruf passt dazu',
      detail: 'Gesucht wird die ganze Nummer, in beliebiger Schreibweise.',
    },
  },
  en: {
    calls: {
      title: 'No calls yet',
      detail: 'As soon as the phone rings, the call is listed here.',
    },
    missed: {
      title: 'Nothing missed',
      detail: 'Calls that nobody answered are collected here.',
    },
    open: { title: 'All settled', detail: 'No missed call is open any more.' },
    match: {
      title: 'No call matches',
      detail: 'The whole number is looked for, in any spelling.',
    },
  },
};

const ICONS: Record<Why, IconName> = {
  calls: 'phone',
  missed: 'check',
  open: 'check',
  match: 'search',
};

/** Why the list is empty. */
function NoCalls({ why }: { why: Why }) {
  const { title, detail } = useTexts(NO_CALLS)[why];
  return (
    <NothingHere icon={ICONS[why]} title={title}>
      {detail}
    </NothingHere>
  );
}
