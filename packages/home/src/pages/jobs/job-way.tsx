import { summaryOf } from '../../format/payload-summary.ts';
import { useTexts } from '../../language/language.tsx';
import { jobFacts, partyText } from './job-facts.ts';
import classes from './jobs.module.css';

const TEXTS = {
  de: { to: 'nach', courier: 'Kurier' },
  en: { to: 'to', courier: 'Courier' },
};

/** From where to where and by whom; if the payload does not say, what else there is to say. */
export function JobWay({ payload }: { payload: unknown }) {
  const t = useTexts(TEXTS);
  const { pickup, dropoff, courier } = jobFacts(payload);
  if (!pickup && !dropoff && !courier) {
    const { detail } = summaryOf(payload);
    return detail && <bdi className={classes.way}>{detail}</bdi>;
  }
  return (
    <>
      {(pickup || dropoff) && (
        <span className={classes.way}>
          <bdi>{partyText(pickup) ?? '…'}</bdi>
          <span className={classes.arrow} role="img" aria-label={t.to}>
            {' → '}
          </span>
          <bdi>{partyText(dropoff) ?? '…'}</bdi>
        </span>
      )}
      {courier && (
        <span className={classes.courier}>
          {t.courier}: <bdi>{partyText(courier)}</bdi>
        </span>
      )}
    </>
  );
}
