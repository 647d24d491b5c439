import { type JobOrder, NO_COURIER } from '@hookline/contract/words';
import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { choiceText, type JobFilter, ORDERS, SCOPES, type StatusChoice } from './job-filter.ts';
import classes from './jobs.module.css';

const TEXTS = {
  de: {
    scope: 'Welche Aufträge',
    scopes: { open: 'Offen', closed: 'Erledigt', all: 'Alle' },
    search: 'Suchen',
    hint: 'Nummer, Name …',
    status: 'Status',
    anyStatus: 'Jeder Status',
    late: 'Überfällig',
    mine: 'Meine',
    withoutCourier: 'Ohne Kurier',
    sort: 'Reihenfolge',
    orders: { due: 'Nach Frist', changed: 'Zuletzt geändert' },
  },
  en: {
    scope: 'Which jobs',
    scopes: { open: 'Open', closed: 'Closed', all: 'All' },
    search: 'Search',
    hint: 'Number, name …',
    status: 'Status',
    anyStatus: 'Any status',
    late: 'Late',
    mine: 'Mine',
    withoutCourier: 'Without courier',
    sort: 'Order',
    orders: { due: 'By deadline', changed: 'Last changed' },
  },
};

export function JobFilterBar(props: {
  readonly filter: JobFilter;
  /** The one that the list has now. */
  readonly order: JobOrder;
  readonly statuses: readonly StatusChoice[];
  readonly onChange: (change: Partial<JobFilter>) => void;
  readonly onMine: (isMine: boolean) => void;
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
        // A status of open jobs finds nothing among the closed ones, and none of those is late.
        onChange={(scope) =>
          onChange({ scope, status: '', ...(scope === 'closed' && { late: '' }) })
        }
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
      <NativeSelect
        className={classes.status}
        aria-label={t.sort}
        value={props.order}
        onChange={({ currentTarget }) => onChange({ sort: currentTarget.value as JobOrder })}
        data={ORDERS.map((value) => ({ value, label: t.orders[value] }))}
      />
      <div className={classes.flags}>
        <Checkbox
          label={t.late}
          checked={filter.late !== ''}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              checked
                ? { late: '1', ...(filter.scope === 'closed' && { scope: 'open', status: '' }) }
                : { late: '' },
            )
          }
        />
        <Checkbox
          label={t.mine}
          checked={filter.mine !== ''}
          onChange={({ currentTarget }) => props.onMine(currentTarget.checked)}
        />
        <Checkbox
          label={t.withoutCourier}
          checked={filter.courier !== ''}
          onChange={({ currentTarget }) =>
            onChange({ courier: currentTarget.checked ? NO_COURIER : '' })
          }
        />
      </div>
    </search>
  );
}
