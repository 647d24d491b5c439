import { useCallback, useMemo, useRef, useState } from 'react';
import { useCouriers } from '../../backend/one-record.ts';
import { useFilter } from '../../filter.ts';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { useCallingCode } from '../../format/phone-number.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { NewerRows, useHeldRows, useHold } from '../../parts/held-list.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/notice.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { goTo, linkTo, useRoute } from '../../route.ts';
import { useRowKeys } from '../../shortcuts/row-keys.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { usePageTitle } from '../../title.ts';
import {
  board,
  countsOf,
  courierName,
  type Filter,
  filterFrom,
  narrowed,
  STANDINGS,
  type Standee,
  tooMany,
  USUAL,
} from './board.ts';
import { CourierRow, useNow } from './courier-row.tsx';
import classes from './couriers.module.css';

/** More at once take longer to draw than to scroll. */
const AT_ONCE = 100;

/** Who drives: idle and overloaded at a glance, each with what there is to do. */
export default function CouriersPage() {
  const t = useLaterTexts().couriers;
  const { item: open, query } = useRoute();
  const [filter, change] = useFilter(filterFrom, USUAL);
  const couriers = useCouriers();
  const { data, trouble } = couriers;
  const fold = useCallback(() => goTo('couriers', undefined, query), [query]);
  useShortcut('Escape', t.fold, open === undefined ? undefined : fold);
  return (
    <>
      <PageTitle page="couriers" />
      {trouble && data && <StaleNotice trouble={trouble} since={couriers.dataUpdatedAt} />}
      {data ? (
        <Board couriers={data} filter={filter} onChange={change} query={query} open={open} />
      ) : trouble ? (
        <Failed error={trouble} retry={() => couriers.refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

interface BoardProps {
  readonly couriers: NonNullable<ReturnType<typeof useCouriers>['data']>;
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
  /** The filter as it stands in the address. */
  readonly query: string;
  /** Whose jobs are shown. */
  readonly open: string | undefined;
}

function Board({ couriers, filter, onChange, query, open }: BoardProps) {
  const t = useLaterTexts().couriers;
  const { locale, pageNames } = useTexts();
  const { number } = useFormats();
  const callingCode = useCallingCode() ?? '49';
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const [most, setMost] = useState(AT_ONCE);
  const all = useMemo(() => board(couriers.items, locale), [couriers, locale]);
  const fitting = useMemo(() => narrowed(all, filter, callingCode), [all, filter, callingCode]);
  // Whom only jobs name, and there may be dozens, would drown those who report.
  const isFoldable =
    filter.state === 'all' && filter.q.trim() === '' && all[0]?.standing !== 'unknown';
  const unknown = isFoldable ? fitting.filter(({ standing }) => standing === 'unknown') : [];
  const [isUnfolded, setUnfolded] = useState(false);
  const known = fitting.slice(0, fitting.length - unknown.length);
  const hold = useHold();
  const { rows, newer } = useHeldRows(isUnfolded ? fitting : known, {
    isHeld: hold.isHeld,
    // Who folds them up again wants them gone.
    name: `${query} ${isUnfolded}`,
    known: all,
  });
  useRowKeys(list, t);
  const opened = all.find(({ id }) => id === open);
  usePageTitle(opened?.courier.name ?? undefined);
  // Whoever was asked for by a link is shown, whatever else the list is narrowed to.
  const isListed = opened === undefined || rows.some(({ id }) => id === open);
  const listed = isListed ? rows : [opened, ...rows];
  const place = listed.findIndex(({ id }) => id === open);
  const shown = listed.slice(0, Math.max(most, place + 1));
  if (all.length === 0) {
    return <NothingHere icon="bike" title={t.none} text={t.noneText} />;
  }
  return (
    <>
      <CourierFilter
        filter={filter}
        counts={countsOf(all)}
        tooMany={number(tooMany(couriers.items))}
        onChange={onChange}
      />
      {open !== undefined && opened === undefined && (
        <p className={classes.missing} role="status">
          <strong>{t.missing}.</strong> {t.missingText}
        </p>
      )}
      {couriers.unclear.map((one) => (
        <Unclear key={one.couriers.join(' ')} unclear={one} all={all} />
      ))}
      <NewerRows count={newer} onShow={hold.release} />
      <p className="count" role="status">
        {t.count(number(fitting.length))}
        {couriers.isMore && ` · ${t.more}`}
      </p>
      {shown.length === 0 ? (
        <NothingHere icon="search" title={t.noneFound}>
          <Button onClick={() => onChange(USUAL)}>{t.showAll}</Button>
        </NothingHere>
      ) : (
        <ul
          className={`rows ${classes.list}`}
          aria-label={pageNames.couriers}
          ref={list}
          data-list-beside
          {...hold.handlers}
        >
          {shown.map((one) => (
            <CourierRow key={one.id} {...one} now={now} query={query} isOpen={one.id === open} />
          ))}
          {unknown.length > 0 && shown.length === listed.length && (
            <li>
              <button
                type="button"
                className={`folds ${classes.fold}`}
                aria-expanded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                <Icon name="chevronDown" size={16} />
                <UnknownOnes unknown={unknown} />
              </button>
            </li>
          )}
        </ul>
      )}
      <MoreRows
        list={list}
        hasMore={listed.length > shown.length}
        isLoading={false}
        onMore={() => setMost(shown.length + AT_ONCE)}
      />
    </>
  );
}

/** What those have to do of whom nobody knows how they are. */
function UnknownOnes({ unknown }: { readonly unknown: readonly Standee[] }) {
  const t = useLaterTexts().couriers;
  const { shell } = useTexts();
  const { number } = useFormats();
  const sum = (of: 'openJobs' | 'lateJobs') =>
    unknown.reduce((total, { courier }) => total + courier[of], 0);
  const [open, late] = [sum('openJobs'), sum('lateJobs')];
  return (
    <span>
      {t.unknownOnes(number(unknown.length))}
      {open > 0 && ` · ${t.jobs(number(open))}`}
      {late > 0 && <span className={classes.late}> · {shell.late(number(late))}</span>}
    </span>
  );
}

/** Jobs that are nobody's row, or they would be a courier who does not exist. */
function Unclear(props: {
  readonly unclear: BoardProps['couriers']['unclear'][number];
  readonly all: readonly Standee[];
}) {
  const { couriers: t, contact } = useLaterTexts();
  const { number } = useFormats();
  const { couriers, openJobs, references } = props.unclear;
  const names = couriers.map((id) =>
    courierName(props.all.find((one) => one.id === id)?.courier, contact),
  );
  return (
    <p className={classes.missing} role="status">
      <strong>{t.jobs(number(openJobs))}</strong>, {t.unclear(names)}
      {references.map((reference) => (
        <a key={reference} href={linkTo('jobs', reference)} aria-label={t.openJob(reference)}>
          <bdi>{shortText(reference, 24)}</bdi>
        </a>
      ))}
    </p>
  );
}

const CHOICES = ['all', ...STANDINGS] as const;

/** How many stand how, and which of them are listed. All are always there: none moves away. */
function CourierFilter(props: {
  readonly filter: Filter;
  readonly counts: Readonly<Record<Filter['state'], number>>;
  /** From so many jobs on somebody is overloaded, in digits. */
  readonly tooMany: string;
  readonly onChange: (change: Partial<Filter>) => void;
}) {
  const { couriers: t, common } = useLaterTexts();
  const { number } = useFormats();
  const { filter, counts, onChange } = props;
  return (
    <search className={classes.filter}>
      <fieldset className="segments" aria-label={t.which}>
        {CHOICES.map((state) => (
          <button
            key={state}
            type="button"
            className={classes.choice}
            data-state={state}
            data-has-some={counts[state] > 0 || undefined}
            aria-pressed={filter.state === state}
            title={state === 'overloaded' ? t.overloadedHint(props.tooMany) : undefined}
            onClick={() => onChange({ state })}
          >
            <span>{t.states[state]}</span>
            <span className={classes.number}>{number(counts[state])}</span>
          </button>
        ))}
      </fieldset>
      <SearchField
        className={classes.search}
        isBare
        label={common.search}
        placeholder={t.hint}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
    </search>
  );
}
