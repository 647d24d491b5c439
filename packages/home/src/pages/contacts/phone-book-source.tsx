import type { PhoneBookProgress } from 'hookline-client/telephony';
import { useAppContext, usePhone } from '../../backend/app-context.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import classes from './phone-book-source.module.css';

/** Where the phone book came from, how far it is read, and what was missing. */
export function PhoneBookSource() {
  const t = useLaterTexts().phoneBookSource;
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
          <span className="spoken-on-phone">{t.again}</span>
        </Button>
      )}
    </section>
  );
}

function State() {
  const t = useLaterTexts().phoneBookSource;
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
  const t = useLaterTexts().phoneBookSource;
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
