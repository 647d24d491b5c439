import { type ComponentType, useMemo, useRef } from 'react';
import {
  exportUrl,
  type ListFilters,
  type ListName,
  useArchiveList,
} from '../../backend/archive.ts';
import { lastDays } from '../../format/day-range.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useKeptPages, useListCount } from '../../parts/list-pages.ts';
import { MoreRows } from '../../parts/more-rows.tsx';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/notice.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { replaceRoute, useRoute } from '../../route.ts';
import { useRowKeys } from '../../shortcuts/row-keys.ts';
import classes from './archive.module.css';
import {
  type ArchiveFilter,
  addressOf,
  filterFrom,
  isBackwards,
  isPlain,
  NO_FILTER,
  parametersOf,
  shortened,
  uses,
} from './archive-filter.ts';
import { ArchiveForm, type ArchiveFormProps } from './archive-form.tsx';
import { AddressRow, CallRow, EventRow, JobRow } from './result-rows.tsx';

/** Search over everything that was ever accepted. What is looked for stands in the address. */
export default function ArchivePage() {
  const route = useRoute();
  const filter = useMemo(() => filterFrom(route), [route]);
  const change = (part: Partial<ArchiveFilter>) => replaceRoute(addressOf({ ...filter, ...part }));
  return (
    <>
      <PageTitle page="archive" />
      <ArchiveForm filter={filter} onChange={change} />
      {!isBackwards(filter) && <ResultsOfKind filter={filter} onChange={change} />}
    </>
  );
}

/** Each kind has a list of its own: what one has found is no placeholder for another. */
function ResultsOfKind(props: {
  readonly filter: ArchiveFilter;
  readonly onChange: (change: Partial<ArchiveFilter>) => void;
}) {
  switch (props.filter.kind) {
    case 'events':
      return <Results key="events" list="events" Row={EventRow} {...props} />;
    case 'calls':
      return <Results key="calls" list="calls" Row={CallRow} {...props} />;
    case 'jobs':
      return <Results key="jobs" list="jobs" Row={JobRow} {...props} />;
    case 'addresses':
      return <Results key="addresses" list="addresses" Row={AddressRow} {...props} />;
  }
}

type ItemOf<L extends ListName> = ReturnType<typeof useArchiveList<L>>['items'][number];

interface ResultsProps<L extends ListName> {
  readonly list: L;
  readonly Row: ComponentType<{ readonly item: ItemOf<L> }>;
  readonly filter: ArchiveFilter;
  readonly onChange: (change: Partial<ArchiveFilter>) => void;
}

function Results<L extends ListName>({ list, Row, filter, onChange }: ResultsProps<L>) {
  const t = useLaterTexts().archiveResults;
  const rows = useRef<HTMLUListElement>(null);
  useRowKeys(rows, t);
  const parameters = useMemo(() => parametersOf(filter), [filter]);
  const found = useArchiveList(list, parameters, { keepsTrying: true });
  useKeptPages(found, JSON.stringify([list, parameters]));
  const count = useListCount(list, parameters, found);
  const { items, trouble } = found;
  if (!found.data) {
    return trouble ? <Failed error={trouble} retry={() => found.refetch()} /> : <Loading />;
  }
  return (
    <section aria-label={t.results} aria-busy={found.isPlaceholderData}>
      {trouble && <StaleNotice trouble={trouble} since={found.dataUpdatedAt} />}
      <div className={classes.resultsHead}>
        <p role="status">{t.count(count)}</p>
        <IconButton aria-label={t.again} onClick={() => found.refetch()} icon="refresh" />
        {items.length > 0 && <ExportLinks list={list} parameters={parameters} />}
      </div>
      {items.length === 0 ? (
        <NothingFound filter={filter} onChange={onChange} />
      ) : (
        <ul className={`rows ${classes.list}`} ref={rows}>
          {items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
      <MoreRows
        list={rows}
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onMore={() => found.fetchNextPage()}
      />
    </section>
  );
}

const FORMATS = [
  { format: 'excel', name: 'Excel' },
  { format: 'csv', name: 'CSV' },
  { format: 'ndjson', name: 'NDJSON' },
  { format: 'vcard', name: 'vCard' },
] as const;

/** Everything that the filter finds, not only what is shown, as a file. */
function ExportLinks<L extends ListName>(props: {
  readonly list: L;
  readonly parameters: ListFilters[L];
}) {
  const { list, parameters } = props;
  const t = useLaterTexts().archiveExport;
  const formats = FORMATS.filter(({ format }) => format !== 'vcard' || list === 'addresses');
  return (
    <div className={classes.exports}>
      <span>{t.download}:</span>
      {formats.map(({ format, name }) => (
        <a key={format} href={exportUrl(list, parameters, format)} download aria-label={t.as(name)}>
          <Icon name="download" size={16} />
          {name}
        </a>
      ))}
    </div>
  );
}

/** Says what to try instead. */
function NothingFound({ filter, onChange }: ArchiveFormProps) {
  const t = useLaterTexts().archiveNothing;
  const searched = shortened(filter);
  if (isPlain(filter)) {
    return <NothingHere icon="archive" title={t.empty} text={t.emptyText} />;
  }
  return (
    <NothingHere icon="search" title={t.none}>
      {advice(filter).map((what) => (
        <p key={what}>{t[what]}</p>
      ))}
      <div className={`buttons ${classes.further}`}>
        {searched && (
          <Button look="main" onClick={() => onChange(lastDays(searched.further, new Date()))}>
            {t.further(searched.further)}
          </Button>
        )}
        <Button onClick={() => onChange({ ...NO_FILTER, kind: filter.kind })}>{t.reset}</Button>
      </div>
    </NothingHere>
  );
}

function advice(filter: ArchiveFilter): ('words' | 'number' | 'channel' | 'days')[] {
  return [
    ...(uses(filter, 'q') && filter.q !== '' ? (['words'] as const) : []),
    ...(uses(filter, 'number') && filter.number !== '' ? (['number'] as const) : []),
    ...(uses(filter, 'channel') && filter.channel !== '' ? (['channel'] as const) : []),
    ...(uses(filter, 'days') && `${filter.from}${filter.until}` !== '' ? (['days'] as const) : []),
  ];
}
