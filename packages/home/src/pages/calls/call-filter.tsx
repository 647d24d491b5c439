import { Checkbox, TextInput } from '@mantine/core';
import type { Parameters } from '../../backend/request.ts';
import { useTexts } from '../../language/language.tsx';
import { dayOf, dayWindow } from './call-days.ts';
import classes from './calls-page.module.css';

const TEXTS = {
  de: {
    number: 'Nummer',
    hint: '030 … oder +49 30 …',
    from: 'Von',
    to: 'Bis',
    openOnly: 'Nur offene',
  },
  en: {
    number: 'Number',
    hint: '030 … or +49 30 …',
    from: 'From',
    to: 'To',
    openOnly: 'Open ones only',
  },
};

export interface Filter {
  readonly number: string;
  /** Dates of date fields, empty if there is none. */
  readonly from: string;
  readonly to: string;
  readonly isOpenOnly: boolean;
}

export const NO_FILTER: Filter = { number: '', from: '', to: '', isOpenOnly: false };

/** What the archive is asked for. A few digits are no number yet, and would find nobody. */
export function filterOf({ number, from, to }: Filter): Parameters {
  const digits = number.replace(/\D/g, '');
  return { ...(digits.length > 1 && { number: number.trim() }), ...dayWindow(from, to) };
}

export function isFiltered(filter: Filter): boolean {
  return Object.keys(filterOf(filter)).length > 0;
}

interface CallFilterProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly withOpenOnly: boolean;
}

export function CallFilter({ filter, onChange, withOpenOnly }: CallFilterProps) {
  const t = useTexts(TEXTS);
  const field = (name: 'number' | 'from' | 'to') => ({
    label: t[name],
    value: filter[name],
    size: 'sm',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ ...filter, [name]: event.currentTarget.value }),
  });
  const today = dayOf(Date.now());
  return (
    <search className={classes.filter}>
      <TextInput {...field('number')} type="search" inputMode="tel" placeholder={t.hint} />
      <TextInput {...field('from')} type="date" max={filter.to || today} />
      <TextInput {...field('to')} type="date" min={filter.from} max={today} />
      {withOpenOnly && (
        <Checkbox
          className={classes.openOnly ?? ''}
          label={t.openOnly}
          checked={filter.isOpenOnly}
          onChange={({ currentTarget }) =>
            onChange({ ...filter, isOpenOnly: currentTarget.checked })
          }
        />
      )}
    </search>
  );
}
