import { summaryOf } from '../../format/payload-summary.ts';
import { useTexts } from '../../language/language.tsx';
import { jobFacts, partyText } from './job-facts.ts';
import classes from './jobs.module.css';

const TEXTS = { de: { to: 'nach' }, en: { to: 'to' } };

/** From where to where; for a payload that does not say so, what there is to say about it. */
export function JobWay({ payload }: { payload: unknown }) {
  const t = useTexts(TEXTS);
  const { pickup, dropoff } = jobFacts(payload);
  if (!pickup && !dropoff) {
    const { title, detail } = summaryOf(payload);
    return (
      <span className={classes.way}>
        <bdi>{title.slice(0, 120)}</bdi>
        {detail && <bdi className="muted"> {detail.slice(0, 120)}</bdi>}
      </span>
    );
  }
  return (
    <span className={classes.way}>
      <bdi>{partyText(pickup) ?? '…'}</bdi>
      <span className={classes.arrow} role="img" aria-label={t.to}>
        {' → '}
      </span>
      <bdi>{partyText(dropoff) ?? '…'}</bdi>
    </span>
  );
}
