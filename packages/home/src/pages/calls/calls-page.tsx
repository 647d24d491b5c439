import { usePhone } from '../../backend/app-context.ts';
import { type Call, useArchiveList } from '../../backend/archive.ts';
import { seenFrom, useDeskLabel } from '../../desk.ts';
import { useFilter } from '../../filter.ts';
import { dayName, dayOf } from '../../format/days.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { useQueue } from '../../parts/calls/call-backs.tsx';
import {
  type CallGroup,
  groupedByNumber,
  MOST_OPEN,
  OPEN_MISSED,
  useCallsNow,
  useOpenMissedCalls,
} from '../../parts/calls/missed-calls.ts';
import { NewerRows, useHeldRows, useHold } from '../../parts/held-list.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { useKeptPages, useListCount } from '../../parts/list-pages.ts';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { linkTo, useRoute } from '../../route.ts';
import { useKept } from '../../scroll-position.ts';
import {
  CallFilter,
  filterFrom,
  isFiltered,
  isShortened,
  NO_FILTER,
  parametersOf,
} from './call-filter.tsx';
import { CallRow } from './call-row.tsx';
import classes from './calls-page.module.css';
import { useTalks } from './missed-actions.tsx';

export default function CallsPage() {
  const { item, query } = useRoute();
  const isMissedOnly = item === 'missed';
  return (
    <>
      <PageTitle page="calls">
        <WhichCalls isMissedOnly={isMissedOnly} query={query} />
      </PageTitle>
      <CallList key={String(isMissedOnly)} isMissedOnly={isMissedOnly} />
    </>
  );
}

/** All or the missed ones; what else the list is narrowed to stays. */
function WhichCalls({ isMissedOnly, query }: { isMissedOnly: boolean; query: string }) {
  const t = useLaterTexts().callsPage;
  const { number } = useFormats();
  const { callers } = useOpenMissedCalls();
  return (
    <>
      {/* Beside them: in one of them it would move them when it comes. */}
      {callers > 0 && <Badge kind="due">{t.open(number(callers))}</Badge>}
      <nav className="segments" aria-label={t.lists}>
        <a
          href={linkTo('calls', undefined, query)}
          aria-current={isMissedOnly ? undefined : 'page'}
        >
          {t.all}
        </a>
        <a href={linkTo('calls', 'missed', query)} aria-current={isMissedOnly ? 'page' : undefined}>
          {t.missed}
        </a>
      </nav>
    </>
  );
}

/** Of a queue, so many rows at a time. */
const SHOWN = 50;

/** Calls of the archive, newest first; those to be called back as a queue. */
function CallList({ isMissedOnly }: { isMissedOnly: boolean }) {
  const t = useLaterTexts().callList;
  const texts = useTexts();
  const [asked, change] = useFilter(filterFrom, NO_FILTER);
  const desk = useDeskLabel();
  const filter = seenFrom(desk, asked);
  const isOpenOnly = isMissedOnly && filter.open !== '';
  const parameters = {
    ...parametersOf(filter, desk),
    ...(isOpenOnly ? OPEN_MISSED : isMissedOnly && { missed: true }),
  };
  const name = JSON.stringify(parameters);
  const list = useArchiveList('calls', parameters, isOpenOnly ? { limit: MOST_OPEN } : {});
  useKeptPages(list, name);
  const count = useListCount('calls', parameters, list);
  const talks = useTalks();
  const { times } = useOpenMissedCalls();
  // What was settled a moment ago, or was read for the whole list, is none of the open ones.
  const open = list.items.filter(({ settled }) => !settled);
  const queue = useQueue(isOpenOnly ? open : []).flatMap(({ calls }) => calls);
  const items = isOpenOnly ? queue : list.items;
  const hold = useHold();
  const { rows, newer } = useHeldRows(items, {
    isHeld: hold.isHeld,
    name: list.isPlaceholderData ? undefined : name,
    known: list.items,
  });
  const by = isOpenOnly ? 'number' : isMissedOnly ? 'number and day' : 'call';
  const groups = groupsOf(rows.map(useCallsNow(rows, list.items)), by);
  const isEmpty = rows.length === 0;
  const [shown, setShown] = useKept('queue', SHOWN);
  const isCut = isOpenOnly && groups.length > shown;
  const days = isOpenOnly
    ? [['queue', groups.slice(0, shown)] as const].filter(() => !isEmpty)
    : [...Map.groupBy(groups, ({ newest }) => dayOf(newest.startedAt))];
  return (
    <>
      <CallFilter filter={filter} onChange={change} withOpenOnly={isMissedOnly} />
      {list.isPending && <Loading />}
      {list.isError && isEmpty && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && isEmpty && !list.hasNextPage && (
        <NoCalls isFiltered={isFiltered(filter)} which={whichOf(isMissedOnly, isOpenOnly)} />
      )}
      {isFiltered(filter) && !isEmpty && (
        <p className={classes.count} role="status">
          {t.count(count)}
          {isShortened(filter) && ` · ${t.shortened}`}
        </p>
      )}
      <NewerRows count={newer} onShow={hold.release} />
      {days.map(([key, some]) => (
        <section key={key} className={classes.day} {...hold.handlers}>
          {isOpenOnly || <h2>{dayName(key, dayOf(Date.now()), texts, 'numeric') || t.undated}</h2>}
          <ul className="rows">
            {some.map((group) => (
              <CallRow
                key={group.id}
                group={group}
                times={isOpenOnly ? times(group) : group.calls.length}
                talks={talks}
              />
            ))}
          </ul>
        </section>
      ))}
      {(isCut || list.hasNextPage) && (
        <div className={classes.more}>
          <Button
            isBusy={list.isFetchingNextPage}
            onClick={() => (isCut ? setShown(shown + SHOWN) : list.fetchNextPage())}
          >
            {t.more}
          </Button>
        </div>
      )}
    </>
  );
}

/**
 * Who has called three times in vain is one row. Open ones of any day belong together, for they
 * are called back once; settled ones are what a day was like.
 */
function groupsOf(
  calls: readonly Call[],
  by: 'call' | 'number' | 'number and day',
): readonly CallGroup[] {
  if (by === 'call') return calls.map((call) => ({ id: call.id, newest: call, calls: [call] }));
  if (by === 'number') return groupedByNumber(calls);
  return [...Map.groupBy(calls, ({ startedAt }) => dayOf(startedAt))].flatMap(([day, some]) =>
    groupedByNumber(some).map((group) => ({ ...group, id: `${day} ${group.id}` })),
  );
}

type Why = 'calls' | 'missed' | 'open' | 'match' | 'noPhone';

const ICONS: Record<Why, IconName> = {
  calls: 'phone',
  missed: 'check',
  open: 'check',
  noPhone: 'phone',
  match: 'search',
};

function whichOf(isMissedOnly: boolean, isOpenOnly: boolean): 'calls' | 'missed' | 'open' {
  if (isOpenOnly) return 'open';
  return isMissedOnly ? 'missed' : 'calls';
}

/** Why the list is empty. Where no telephone rings, it does not mean that all is settled. */
function NoCalls(props: { isFiltered: boolean; which: 'calls' | 'missed' | 'open' }) {
  const texts = useLaterTexts().noCalls;
  const { state, isKnown } = usePhone();
  if (!props.isFiltered && !isKnown) return <Loading />;
  const why: Why = props.isFiltered ? 'match' : state === 'none' ? 'noPhone' : props.which;
  const { title, detail } = texts[why];
  return <NothingHere icon={ICONS[why]} title={title} text={detail} />;
}
