import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { phonesIn } from '../../format/payload-phones.ts';
import { shortText } from '../../format/payload-text.ts';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { useReferences } from '../../format/use-job-reader.ts';
import { useTexts } from '../../language/language.tsx';
import { Icon } from '../../parts/icon.tsx';
import { linkTo } from '../../route.ts';
import type { Entry } from './entry.ts';
import classes from './live.module.css';
import { LIVE } from './texts.ts';

/** Of a list of jobs, or of people, so many; all of them are found on their own pages. */
const MOST = 4;

/** Where an event leads: to the jobs it tells of and the contacts whose numbers it names. */
export function RowLinks({ entry }: { readonly entry: Entry }) {
  const t = useTexts(LIVE);
  const format = usePhoneFormat();
  const references = useReferences();
  const { channel, payload } = entry;
  // The archive reads jobs from this channel alone.
  const jobs = useMemo(
    () => (channel === 'jobs' ? (references?.(payload).slice(0, MOST) ?? []) : []),
    [channel, payload, references],
  );
  const numbers = useMemo(() => phonesIn(payload, MOST), [payload]);
  if (channel !== 'jobs' && numbers.length === 0) return null;
  return (
    <p className={classes.links}>
      {jobs.map((reference) => (
        <Anchor key={reference} href={linkTo('jobs', reference)}>
          <Icon name="jobs" size={15} />
          <bdi>{jobs.length === 1 ? t.openJob : t.openOneJob(shortText(reference, 40))}</bdi>
        </Anchor>
      ))}
      {numbers.map((number) => (
        <Anchor key={number} href={linkTo('contacts', number)}>
          <Icon name="user" size={15} />
          <bdi>{numbers.length === 1 ? t.openContact : t.openOneContact(format(number))}</bdi>
        </Anchor>
      ))}
    </p>
  );
}
