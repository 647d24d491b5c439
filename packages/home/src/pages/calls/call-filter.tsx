import type { ListFilters } from '../../backend/archive.ts';
import { asDesk } from '../../desk.ts';
import { checkedDay, windowOf } from '../../format/day-range.ts';
import { dayOf } from '../../format/days.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { CheckBox } from '../../parts/check-box.tsx';
import { TextField } from '../../parts/fields.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import classes from './calls-page.module.css';

export interface Filter {
  readonly q: string;
  readonly number: string;
  /** Dates of date fields, empty if there is none. */
  readonly from: string;
  readonly to: string;
  /** `1` if only those are wanted that nobody has taken care of. */
  readonly open: string;
  /** `1` if only those are wanted that this desk takes care of. */
  readonly mine: string;
}

export const NO_FILTER: Filter = { q: '', number: '', from: '', to: '', open: '', mine: '' };

export function filterFrom(query: URLSearchParams): Filter {
  return {
    q: query.get('q') ?? '',
    number: query.get('number') ?? '',
    from: checkedDay(query.get('from') ?? ''),
    to: checkedDay(query.get('to') ?? ''),
    open: query.get('open') === '1' ? '1' : '',
    mine: query.get('mine') === '1' ? '1' : '',
  };
}

/**
 * What the archive is asked for. A few digits are no number yet, and would find nobody. `desk` is
 * the name of this one, as it is stored with a claim.
 */
export function parametersOf(
  { q, number, from, to, mine }: Filter,
  desk: string,
): ListFilters['calls'] {
  const digits = number.replace(/\D/g, '');
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(digits.length > 1 && { number: number.trim() }),
    ...(mine !== '' && { claimedBy: desk }),
    ...windowOf({ from, until: to }),
  };
}

export function isFiltered(filter: Filter): boolean {
  return Object.keys(parametersOf(filter, '')).length > 0;
}

/** Words are looked for in 90 days only, unless a beginning is given. */
export function isShortened({ q, from }: Filter): boolean {
  return q.trim() !== '' && from === '';
}

interface CallFilterProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
  readonly withOpenOnly: boolean;
}

export function CallFilter({ filter, onChange, withOpenOnly }: CallFilterProps) {
  const { callFilter: t, archiveForm, common } = useLaterTexts();
  const field = (name: 'from' | 'to') => ({
    label: t[name],
    value: filter[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const today = dayOf(Date.now());
  return (
    <search className={classes.filter}>
      <SearchField
        label={common.search}
        placeholder={archiveForm.wordsHint.calls}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <SearchField
        type="tel"
        label={t.number}
        placeholder={t.hint}
        value={filter.number}
        onSearch={(number) => onChange({ number })}
      />
      <TextField {...field('from')} type="date" max={filter.to || today} />
      <TextField {...field('to')} type="date" min={filter.from} max={today} />
      <CheckBox
        className={classes.openOnly}
        label={common.mine}
        checked={filter.mine !== ''}
        onChange={(checked) =>
          checked ? asDesk(() => onChange({ mine: '1' })) : onChange({ mine: '' })
        }
      />
      {withOpenOnly && (
        <CheckBox
          className={classes.openOnly}
          label={t.openOnly}
          checked={filter.open !== ''}
          onChange={(checked) => onChange({ open: checked ? '1' : '' })}
        />
      )}
    </search>
  );
}
