import type { IconName } from '../../components/icon.tsx';
import { NothingHere } from '../../components/nothing-here.tsx';
import { useTexts } from '../../language/language.tsx';

type Why = 'calls' | 'missed' | 'open' | 'match';
interface Words {
  readonly title: string;
  readonly detail: string;
}

const TEXTS: { de: Record<Why, Words>; en: Record<Why, Words> } = {
  de: {
    calls: {
      title: 'Noch keine Anrufe',
      detail: 'Sobald das Telefon klingelt, steht der Anruf hier.',
    },
    missed: {
      title: 'Nichts verpasst',
      detail: 'Anrufe, die niemand angenommen hat, sammeln sich hier.',
    },
    open: { title: 'Alles erledigt', detail: 'Kein verpasster Anruf ist mehr offen.' },
    match: {
      title: 'Kein Anruf passt dazu',
      detail: 'Gesucht wird die ganze Nummer, in beliebiger Schreibweise.',
    },
  },
  en: {
    calls: {
      title: 'No calls yet',
      detail: 'As soon as the phone rings, the call is listed here.',
    },
    missed: {
      title: 'Nothing missed',
      detail: 'Calls that nobody answered are collected here.',
    },
    open: { title: 'All settled', detail: 'No missed call is open any more.' },
    match: {
      title: 'No call matches',
      detail: 'The whole number is looked for, in any spelling.',
    },
  },
};

const ICONS: Record<Why, IconName> = {
  calls: 'phone',
  missed: 'check',
  open: 'check',
  match: 'search',
};

/** Why the list is empty. */
export function NoCalls({ why }: { why: Why }) {
  const { title, detail } = useTexts(TEXTS)[why];
  return (
    <NothingHere icon={ICONS[why]} title={title}>
      {detail}
    </NothingHere>
  );
}
