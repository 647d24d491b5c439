import { useLive } from '../../backend/office.ts';
import { useFormats } from '../../format/formats.ts';
import { statusText } from '../../format/payload-status.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { useJobReader } from '../../format/use-job-reader.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { WALLBOARD } from './texts.ts';
import classes from './wallboard.module.css';

const MOST = 5;

/** What came in last. */
export function LatestEvents() {
  const t = useTexts(WALLBOARD);
  const language = useLanguage();
  const { when } = useFormats();
  const { events } = useLive();
  const readJob = useJobReader();
  return (
    <section className={classes.latest}>
      <h2>{t.latest}</h2>
      <ul>
        {events.slice(0, MOST).map(({ id, receivedAt, payload }) => {
          const { title, status } = summaryOf(payload, readJob);
          return (
            <li key={id}>
              <time className={classes.number} dateTime={receivedAt}>
                {when(receivedAt)}
              </time>
              <bdi className={classes.title}>{title}</bdi>
              {status && <bdi className="muted">{statusText(status, language)}</bdi>}
            </li>
          );
        })}
      </ul>
      {events.length === 0 && <p className="muted">{t.nothing}</p>}
    </section>
  );
}
