import { ActionIcon } from '@mantine/core';
import { type ComponentType, useMemo, useRef } from 'react';
import { exportUrl, type ListName, useArchiveList } from '../../backend/archive.ts';
import type { Parameters } from '../../backend/request.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/stale-notice.tsx';
import { useRowKeys } from '../../shortcuts/row-keys.ts';
import classes from './archive.module.css';
import { type ArchiveFilter, parametersOf } from './archive-filter.ts';
import { NothingFound } from './nothing-found.tsx';

const TEXTS = {
  de: {
    results: 'Treffer',
    count: (count: string) => `${count} Treffer`,
    again: 'Noch einmal suchen',
    next: 'Nächster Treffer (Enter klappt ihn auf)',
    previous: 'Voriger Treffer',
  },
  en: {
    results: 'Results',
    count: (count: string) => (count === '1' ? '1 result' : `${count} results`),
    again: 'Search again',
    next: 'Next result (Enter unfolds it)',
    previous: 'Previous result',
  },
};

type ItemOf<L extends ListName> = ReturnType<typeof useArchiveList<L>>['items'][number];

interface ResultsProps<L extends ListName> {
  readonly list: L;
  readonly Row: ComponentType<{ readonly item: ItemOf<L> }>;
  readonly filter: ArchiveFilter;
  readonly onChange: (change: Partial<ArchiveFilter>) => void;
}

export function Results<L extends ListName>({ list, Row, filter, onChange }: ResultsProps<L>) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const rows = useRef<HTMLUListElement>(null);
  useRowKeys(rows, t);
  const parameters = useMemo(() => parametersOf(filter), [filter]);
  const found = useArchiveList(list, parameters, { keepsTrying: true });
  const { items, trouble } = found;
  if (!found.data) {
    return trouble ? <Failed error={trouble} retry={() => found.refetch()} /> : <Loading />;
  }
  return (
    <section aria-label={t.results} aria-busy={found.isPlaceholderData}>
      {trouble && <StaleNotice trouble={trouble} since={found.dataUpdatedAt} />}
      <div className={classes.resultsHead}>
        <p role="status">{t.count(number(items.length) + (found.hasNextPage ? '+' : ''))}</p>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.again}
          onClick={() => found.refetch()}
        >
          <Icon name="refresh" />
        </ActionIcon>
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
        count={items.length}
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onMore={() => found.fetchNextPage()}
      />
    </section>
  );
}

const EXPORT_TEXTS = {
  de: {
    download: 'Alle herunterladen',
    as: (format: string) => `Alle Treffer als ${format} herunterladen`,
  },
  en: {
    download: 'Download all',
    as: (format: string) => `Download all results as ${format}`,
  },
};

const FORMATS = [
  { format: 'csv', name: 'CSV' },
  { format: 'ndjson', name: 'NDJSON' },
  { format: 'vcard', name: 'vCard' },
] as const;

/** Everything that the filter finds, not only what is shown, as a file. */
function ExportLinks({ list, parameters }: { list: ListName; parameters: Parameters }) {
  const t = useTexts(EXPORT_TEXTS);
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
