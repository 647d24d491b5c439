import { useTexts } from '../../language/language.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import classes from './archive.module.css';
import {
  type ArchiveFilter,
  isBackwards,
  KINDS,
  SOURCES,
  shortened,
  uses,
} from './archive-filter.ts';
import { checkedDay, QUICK_RANGES, quickRange } from './days.ts';

export const TEXTS = {
  de: {
    kind: 'Was durchsuchen',
    kinds: { events: 'Ereignisse', calls: 'Anrufe', jobs: 'Aufträge', addresses: 'Adressen' },
    words: 'Suchwörter',
    wordsHint: {
      events: 'Jedes Wort muss vorkommen',
      calls: 'Name, Notiz …',
      jobs: 'Nummer, Name, Straße …',
      addresses: 'Name, Straße, Ort …',
    },
    number: 'Telefonnummer',
    channel: 'Kanal',
    anyChannel: 'Alle Kanäle',
    channels: { kunden: 'Kunden', kuriere: 'Kuriere', jobs: 'Aufträge', generic: 'Allgemein' },
  },
  en: {
    kind: 'What to search',
    kinds: { events: 'Events', calls: 'Calls', jobs: 'Jobs', addresses: 'Addresses' },
    words: 'Words',
    wordsHint: {
      events: 'Every word has to occur',
      calls: 'Name, note …',
      jobs: 'Number, name, street …',
      addresses: 'Name, street, city …',
    },
    number: 'Phone number',
    channel: 'Channel',
    anyChannel: 'All channels',
    channels: { kunden: 'Customers', kuriere: 'Couriers', jobs: 'Jobs', generic: 'General' },
  },
};

export interface ArchiveFormProps {
  readonly filter: ArchiveFilter;
  readonly onChange: (change: Partial<ArchiveFilter>) => void;
}

/** What to look for. Only the fields are there that the kind can be filtered by. */
export function ArchiveForm({ filter, onChange }: ArchiveFormProps) {
  const t = useTexts(TEXTS);
  return (
    <search className={classes.form}>
      <Segments
        className={classes.kinds}
        label={t.kind}
        all={KINDS}
        names={t.kinds}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <div className={classes.fields}>
        {uses(filter, 'q') && (
          <SearchField
            className={classes.words}
            label={t.words}
            placeholder={t.wordsHint[filter.kind]}
            value={filter.q}
            onSearch={(q) => onChange({ q })}
          />
        )}
        {uses(filter, 'number') && (
          <SearchField
            className={classes.number}
            type="tel"
            label={t.number}
            placeholder="030 2312 5101"
            value={filter.number}
            onSearch={(number) => onChange({ number })}
          />
        )}
        {uses(filter, 'channel') && (
          <SelectField
            className={classes.channel}
            label={t.channel}
            value={filter.channel}
            onChange={({ currentTarget }) =>
              onChange({ channel: SOURCES.find((each) => each === currentTarget.value) ?? '' })
            }
            options={[
              { value: '', label: t.anyChannel },
              ...SOURCES.map((value) => ({ value, label: t.channels[value] })),
            ]}
          />
        )}
        {uses(filter, 'days') && <DayFields filter={filter} onChange={onChange} />}
      </div>
    </search>
  );
}

const DAY_TEXTS = {
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
    shortened: (days: number) =>
      `Wörter werden ohne Zeitraum nur in den letzten ${days} Tagen gesucht.`,
    shortenedUntil: (days: number) =>
      `Wörter werden ohne Anfang nur in den ${days} Tagen vor dem Ende gesucht.`,
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
    shortened: (days: number) =>
      `Without a period, words are looked for in the last ${days} days only.`,
    shortenedUntil: (days: number) =>
      `Without a beginning, words are looked for in the ${days} days before the end only.`,
  },
};

/** From which day to which. */
function DayFields({ filter, onChange }: ArchiveFormProps) {
  const t = useTexts(DAY_TEXTS);
  const { from, until } = filter;
  const searched = shortened(filter);
  return (
    <>
      <TextField
        className={classes.day}
        type="date"
        label={t.from}
        max="9999-12-31"
        value={from}
        onChange={({ currentTarget }) => onChange({ from: checkedDay(currentTarget.value) })}
      />
      <TextField
        className={classes.day}
        type="date"
        label={t.until}
        max="9999-12-31"
        value={until}
        error={isBackwards(filter) ? t.backwards : undefined}
        onChange={({ currentTarget }) => onChange({ until: checkedDay(currentTarget.value) })}
      />
      <QuickRanges filter={filter} onChange={onChange} />
      {searched && (
        <p className={classes.hint} role="status">
          {(until === '' ? t.shortened : t.shortenedUntil)(searched.days)}
        </p>
      )}
    </>
  );
}

function QuickRanges({ filter: { from, until }, onChange }: ArchiveFormProps) {
  const t = useTexts(DAY_TEXTS);
  const now = new Date();
  return (
    <fieldset className={`segments ${classes.quick}`}>
      <legend className="spoken">{t.quick}</legend>
      {QUICK_RANGES.map((name) => {
        const range = quickRange(name, now);
        return (
          <button
            type="button"
            key={name}
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
