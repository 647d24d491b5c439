import { Button, Group } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { NothingHere } from '../../parts/nothing-here.tsx';
import { type ArchiveFilter, isPlain, isShortened, NO_FILTER, uses } from './archive-filter.ts';
import type { ArchiveFormProps } from './archive-form.tsx';
import { lastDays } from './days.ts';

const TEXTS = {
  de: {
    empty: 'Hier liegt noch nichts',
    emptyText: 'Was hereinkommt, wird von selbst abgelegt.',
    none: 'Nichts gefunden',
    words: 'Weniger oder kürzere Wörter versuchen; Wortteile genügen.',
    number: 'Die Nummer muss vollständig sein; die Schreibweise ist egal.',
    channel: 'Alle Kanäle durchsuchen.',
    days: 'Einen größeren Zeitraum wählen.',
    further: 'Die letzten 90 Tage durchsuchen',
    reset: 'Filter zurücksetzen',
  },
  en: {
    empty: 'Nothing is here yet',
    emptyText: 'Whatever comes in is filed by itself.',
    none: 'Nothing found',
    words: 'Try fewer or shorter words; parts of words will do.',
    number: 'The number has to be complete; its spelling does not matter.',
    channel: 'Search all channels.',
    days: 'Choose a longer period.',
    further: 'Search the last 90 days',
    reset: 'Reset the filter',
  },
};

/** Says what to try instead. */
export function NothingFound({ filter, onChange }: ArchiveFormProps) {
  const t = useTexts(TEXTS);
  if (isPlain(filter)) {
    return (
      <NothingHere icon="archive" title={t.empty}>
        {t.emptyText}
      </NothingHere>
    );
  }
  return (
    <NothingHere icon="search" title={t.none}>
      {advice(filter).map((what) => (
        <p key={what}>{t[what]}</p>
      ))}
      <Group justify="center" gap="xs" mt="sm">
        {isShortened(filter) && (
          <Button onClick={() => onChange(lastDays(90, new Date()))}>{t.further}</Button>
        )}
        <Button variant="default" onClick={() => onChange({ ...NO_FILTER, kind: filter.kind })}>
          {t.reset}
        </Button>
      </Group>
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
