import type { PhoneBookProgress } from 'hookline-client/telephony';
import { useAppContext, usePhone } from '../../backend/app-context.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import classes from './phone-book-source.module.css';

const TEXTS = {
  de: {
    title: 'Herkunft des Telefonbuchs',
    none: 'Keine Telefonanlage eingerichtet. Nummern öffnen das Telefonprogramm dieses Rechners.',
    asking: 'Telefonanlage wird gesucht …',
    connecting: 'Verbindung zur Telefonanlage wird aufgebaut …',
    away: 'Telefonanlage getrennt.',
    notRead: 'Das Telefonbuch ist noch nicht gelesen.',
    entries: (count: string) => (count === '1' ? '1 Eintrag' : `${count} Einträge`),
    read: {
      cache: (entries: string) => `Telefonbuch: ${entries} aus dem Cache`,
      command: (entries: string) => `Telefonbuch: ${entries} vom Befehl`,
      lookups: (entries: string) => `Telefonbuch: ${entries} aus Einzelabfragen`,
    },
    reading: {
      cache: 'Telefonbuch wird aus dem Cache gelesen',
      command: 'Telefonbuch wird mit dem Befehl gelesen',
      lookups: 'Telefonbuch wird in Einzelabfragen gelesen',
    },
    failed: (count: string) =>
      count === '1'
        ? '1 Eintrag war nicht zu lesen und wird von selbst noch einmal versucht.'
        : `${count} Einträge waren nicht zu lesen und werden von selbst noch einmal versucht.`,
    again: 'Neu lesen',
  },
  en: {
    title: 'Where the phone book came from',
    none: 'No telephone system is set up. Numbers open the telephone program of this computer.',
    asking: 'Looking for the telephone system …',
    connecting: 'Connecting to the telephone system …',
    away: 'Telephone system disconnected.',
    notRead: 'The phone book has not been read yet.',
    entries: (count: string) => (count === '1' ? '1 entry' : `${count} entries`),
    read: {
      cache: (entries: string) => `Phone book: ${entries} from the cache`,
      command: (entries: string) => `Phone book: ${entries} by command`,
      lookups: (entries: string) => `Phone book: ${entries} from single look-ups`,
    },
    reading: {
      cache: 'Reading the phone book from the cache',
      command: 'Reading the phone book by command',
      lookups: 'Reading the phone book in single look-ups',
    },
    failed: (count: string) =>
      count === '1'
        ? '1 entry could not be read and is tried again by itself.'
        : `${count} entries could not be read and are tried again by themselves.`,
    again: 'Read again',
  },
};

/** Where the phone book came from, how far it is read, and what was missing. */
export function PhoneBookSource() {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { phone } = useAppContext();
  const { phoneBook, progress, state } = usePhone();
  const failed = phoneBook.failed;
  return (
    <section className={classes.source} aria-label={t.title} data-furniture>
      <Icon name="book" />
      <div className={classes.texts}>
        <p role="status">{progress ? t.reading[progress.source] : <State />}</p>
        {progress && <Reading progress={progress} />}
        {failed > 0 && <span className={classes.failed}>{t.failed(number(failed))}</span>}
      </div>
      {state !== 'none' && (
        <Button
          look="quiet"
          isSmall
          icon="refresh"
          disabled={state !== 'live' || progress !== null}
          onClick={() => phone.commands.refreshPhoneBook()}
        >
          <span className={classes.again}>{t.again}</span>
        </Button>
      )}
    </section>
  );
}

function State() {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { phoneBook, state, isKnown } = usePhone();
  if (!isKnown) return t.asking;
  if (state === 'none') return t.none;
  const { source, entries } = phoneBook;
  const book = source === null ? '' : t.read[source](t.entries(number(entries.length)));
  if (state === 'live') return book || t.notRead;
  if (state === 'connecting') return book || t.connecting;
  return `${t.away} ${book}`.trim();
}

/** The count is not read aloud with every entry; the bar tells it to whoever asks. */
function Reading({ progress: { source, done, total } }: { progress: PhoneBookProgress }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  // More may be found than there were the last time.
  const most = total === null ? null : Math.max(total, done);
  return (
    <span className={classes.reading}>
      <progress
        aria-label={t.reading[source]}
        {...(most === null || most === 0 ? {} : { value: done, max: most })}
      />
      <span className="numbers" aria-hidden="true">
        {most === null ? number(done) : `${number(done)}/${number(most)}`}
      </span>
    </span>
  );
}
