import { checkedDay, QUICK_RANGES, quickRange } from '../../format/day-range.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
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

export interface ArchiveFormProps {
  readonly filter: ArchiveFilter;
  readonly onChange: (change: Partial<ArchiveFilter>) => void;
}

/** What to look for. Only the fields are there that the kind can be filtered by. */
export function ArchiveForm({ filter, onChange }: ArchiveFormProps) {
  const { archiveForm: t, contact } = useLaterTexts();
  const { channels } = useTexts().live;
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
            label={contact.field.number}
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
              ...SOURCES.map((value) => ({ value, label: channels[value] })),
            ]}
          />
        )}
        {uses(filter, 'days') && <DayFields filter={filter} onChange={onChange} />}
      </div>
    </search>
  );
}

function DayFields({ filter, onChange }: ArchiveFormProps) {
  const t = useLaterTexts().archiveDays;
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
  const t = useLaterTexts().archiveDays;
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
