import { NativeSelect, SegmentedControl } from '@mantine/core';
import { SearchField } from '../../components/search-field.tsx';
import { useTexts } from '../../language/language.tsx';
import classes from './archive.module.css';
import { type ArchiveFilter, KINDS, SOURCES, uses } from './archive-filter.ts';
import { DayFields } from './day-fields.tsx';

export const TEXTS = {
  de: {
    kind: 'Was durchsuchen',
    kinds: { events: 'Ereignisse', calls: 'Anrufe', jobs: 'Aufträge', addresses: 'Adressen' },
    words: 'Suchwörter',
    wordsHint: {
      events: 'Jedes Wort muss vorkommen',
      calls: '',
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
      calls: '',
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
      <SegmentedControl
        classNames={{ root: classes.kinds ?? '', label: classes.kind ?? '' }}
        aria-label={t.kind}
        data={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
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
          <NativeSelect
            className={classes.channel}
            label={t.channel}
            value={filter.channel}
            onChange={({ currentTarget }) =>
              onChange({ channel: SOURCES.find((each) => each === currentTarget.value) ?? '' })
            }
            data={[
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
