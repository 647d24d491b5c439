import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { choiceText, type JobFilter, SCOPES, type StatusChoice } from './job-filter.ts';
import classes from './jobs.module.css';

const TEXTS = {
  de: {
    scope: 'Welche Aufträge',
    scopes: { open: 'Offen', closed: 'Erledigt', all: 'Alle' },
    search: 'Suchen',
    hint: 'Nummer, Name …',
    status: 'Status',
    anyStatus: 'Jeder Status',
  },
  en: {
    scope: 'Which jobs',
    scopes: { open: 'Open', closed: 'Closed', all: 'All' },
    search: 'Search',
    hint: 'Number, name …',
    status: 'Status',
    anyStatus: 'Any status',
  },
};

export function JobFilterBar(props: {
  readonly filter: JobFilter;
  readonly statuses: readonly StatusChoice[];
  readonly onChange: (change: Partial<JobFilter>) => void;
}) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { filter, onChange } = props;
  return (
    <search className={classes.filters}>
      <SegmentedControl
        className={classes.scopes}
        fullWidth
        aria-label={t.scope}
        data={SCOPES.map((value) => ({ value, label: t.scopes[value] }))}
        value={filter.scope}
        // A status of open jobs finds nothing among the closed ones.
        onChange={(scope) => onChange({ scope, status: '' })}
      />
      <SearchField
        className={classes.search}
        isBare
        label={t.search}
        placeholder={t.hint}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <NativeSelect
        className={classes.status}
        aria-label={t.status}
        value={filter.status}
        onChange={({ currentTarget }) => onChange({ status: currentTarget.value })}
        data={[
          { value: '', label: t.anyStatus },
          ...props.statuses.map((each) => ({
            value: each.status,
            label: choiceText(each, language),
          })),
        ]}
      />
    </search>
  );
}
