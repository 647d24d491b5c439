import { useMemo } from 'react';
import { phonesIn } from '../format/payload-phones.ts';
import { shortText } from '../format/payload-text.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { usePayloadReader } from '../format/use-payload-reader.ts';
import { useLaterTexts } from '../language/language.tsx';
import { linkTo } from '../route.ts';
import classes from './event-links.module.css';
import { Icon } from './icon.tsx';
import { MapLink } from './map-link.tsx';

/** Of a list of jobs, or of people, so many; all of them are found on their own pages. */
const MOST = 4;

interface LinkedEvent {
  readonly channel: string | null;
  readonly payload: unknown;
  readonly sender?: string | null | undefined;
}

/** The names of the jobs that an event tells of. */
export function useJobsOf(event: LinkedEvent): readonly string[] {
  const { payload } = event;
  const reader = usePayloadReader(event);
  return useMemo(() => reader?.references(payload).slice(0, MOST) ?? [], [payload, reader]);
}

/** Where an event leads: to the jobs it tells of, the contacts whose numbers it names, and a map. */
export function EventLinks({ event }: { readonly event: LinkedEvent }) {
  const t = useLaterTexts().eventLinks;
  const format = usePhoneFormat();
  const { channel, payload } = event;
  const reader = usePayloadReader(event);
  const jobs = useJobsOf(event);
  const numbers = useMemo(() => phonesIn(payload, MOST), [payload]);
  const addresses = useMemo(
    () => reader?.addresses(payload).slice(0, MOST) ?? [],
    [payload, reader],
  );
  if (channel !== 'jobs' && numbers.length === 0 && addresses.length === 0) return null;
  return (
    <p className={classes.links}>
      {jobs.map((reference) => (
        <a className="link" key={reference} href={linkTo('jobs', reference)}>
          <Icon name="jobs" size={15} />
          <bdi>{jobs.length === 1 ? t.openJob : t.openOneJob(shortText(reference, 40))}</bdi>
        </a>
      ))}
      {numbers.map((number) => (
        <a className="link" key={number} href={linkTo('contacts', number)}>
          <Icon name="user" size={15} />
          <bdi>{numbers.length === 1 ? t.openContact : t.openOneContact(format(number))}</bdi>
        </a>
      ))}
      {addresses.map((address) => (
        <MapLink key={address} address={address} />
      ))}
    </p>
  );
}
