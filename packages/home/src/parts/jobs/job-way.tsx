import type { Job } from '../../backend/archive.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { partyText } from './job-facts.ts';
import classes from './job-way.module.css';

/** From where to where and by whom; if no version has said it, what else there is to say. */
export function JobWay({ job: { facts, payload } }: { job: Pick<Job, 'facts' | 'payload'> }) {
  const t = useLaterTexts().jobWay;
  const texts = useTexts();
  const [from, to] = [partyText(facts.pickup), partyText(facts.dropoff)];
  const courier = partyText(facts.courier);
  if (!from && !to && !courier) {
    const { detail } = summaryOf(payload, undefined, texts);
    return (
      detail && (
        <bdi className={classes.way} title={detail} data-way>
          {detail}
        </bdi>
      )
    );
  }
  return (
    <>
      {(from || to) && (
        <span className={classes.way} title={`${from ?? '…'} → ${to ?? '…'}`} data-way>
          <bdi>{from ?? '…'}</bdi>
          <span className={classes.arrow} role="img" aria-label={t.to}>
            {' → '}
          </span>
          <bdi>{to ?? '…'}</bdi>
        </span>
      )}
      {courier && (
        <span className={classes.courier} title={courier} data-courier>
          <span>{t.courier}: </span>
          <bdi>{courier}</bdi>
        </span>
      )}
    </>
  );
}
