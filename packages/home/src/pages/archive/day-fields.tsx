import { TextInput } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import classes from './archive.module.css';
import { isBackwards, isShortened } from './archive-filter.ts';
import type { ArchiveFormProps } from './archive-form.tsx';
import { checkedDay, QUICK_RANGES, quickRange } from './days.ts';

const TEXTS = {
  de: {
    from: 'Von',
    until: 'Bis',
    backwards: 'Das Ende liegt vor dem Anfang.',
    quick: 'Zeitraum',
    ranges: {
      today: 'Heute',
      yesterday: 'Gestern',
      sevenDays: 'Letzte 7 Tage',
      lastWeek: 'Letzte Woche',
    },
    anyTime: 'Ohne Zeitraum',
    shortened: 'Wörter werden ohne Zeitraum nur in den letzten 7 Tagen gesucht.',
    shortenedUntil: 'Wörter werden ohne Anfang nur in den 7 Tagen vor dem Ende gesucht.',
  },
  en: {
    from: 'From',
    until: 'Until',
    backwards: 'The end is before the beginning.',
    quick: 'Period',
    ranges: {
      today: 'Today',
      yesterday: 'Yesterday',
      sevenDays: 'Last 7 days',
      lastWeek: 'Last week',
    },
    anyTime: 'No period',
    shortened: 'Without a period, words are looked for in the last 7 days only.',
    shortenedUntil: 'Without a beginning, words are looked for in the 7 days before the end only.',
  },
};

/** From which day to which. */
export function DayFields({ filter, onChange }: ArchiveFormProps) {
  const t = useTexts(TEXTS);
  const { from, until } = filter;
  return (
    <>
      <TextInput
        className={classes.day}
        type="date"
        label={t.from}
        max="9999-12-31"
        value={from}
        onChange={({ currentTarget }) => onChange({ from: checkedDay(currentTarget.value) })}
      />
      <TextInput
        className={classes.day}
        type="date"
        label={t.until}
        max="9999-12-31"
        value={until}
        error={isBackwards(filter) ? t.backwards : undefined}
        onChange={({ currentTarget }) => onChange({ until: checkedDay(currentTarget.value) })}
      />
      <QuickRanges filter={filter} onChange={onChange} />
      {isShortened(filter) && (
        <p className={classes.hint} role="status">
          {until === '' ? t.shortened : t.shortenedUntil}
        </p>
      )}
    </>
  );
}

function QuickRanges({ filter: { from, until }, onChange }: ArchiveFormProps) {
  const t = useTexts(TEXTS);
  const now = new Date();
  return (
    <fieldset className={classes.quick}>
      <legend>{t.quick}</legend>
      {QUICK_RANGES.map((name) => {
        const range = quickRange(name, now);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={from === range.from && until === range.until}
            onClick={() => onChange(range)}
          >
            {t.ranges[name]}
          </button>
        );
      })}
      {(from !== '' || until !== '') && (
        <button type="button" onClick={() => onChange({ from: '', until: '' })}>
          {t.anyTime}
        </button>
      )}
    </fieldset>
  );
}
