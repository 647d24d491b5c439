import { type ReactNode, useId } from 'react';
import type { Address, ArchivedEvent, Call, Job } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { placeIn } from '../../format/payload-names.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { shortText } from '../../format/payload-text.ts';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { usePayloadReader } from '../../format/use-payload-reader.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Badge, StatusChip } from '../../parts/badge.tsx';
import { EventLinks, useJobsOf } from '../../parts/event-links.tsx';
import { Icon } from '../../parts/icon.tsx';
import { jobName, jobTitle } from '../../parts/jobs/job-facts.ts';
import { JobWay } from '../../parts/jobs/job-way.tsx';
import { PayloadView } from '../../parts/payload.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { linkTo } from '../../route.ts';
import { useKept } from '../../scroll-position.ts';
import classes from './archive.module.css';

/** Longer ones are there to be unfolded. */
const LONGEST = 160;

export function EventRow({ item }: { readonly item: ArchivedEvent }) {
  const { channels } = useTexts().live;
  const { title, status, statusClass, detail, phone } = summaryOf(
    item.payload,
    usePayloadReader(item),
    useTexts(),
  );
  const origin = [item.sender, item.topic].filter(Boolean).join(' · ');
  const jobs = useJobsOf(item);
  // Of a list of jobs each has a link of its own, inside.
  const [job] = jobs.length === 1 ? jobs : [];
  return (
    <ResultRow
      id={item.id}
      when={item.receivedAt}
      title={
        <>
          <Badge kind="label">{channels[item.channel ?? 'generic']}</Badge>
          {origin && <bdi className="muted">{origin}</bdi>}
          <bdi className={classes.lead}>{title}</bdi>
          {status && <StatusChip status={status} of={statusClass} />}
        </>
      }
      detail={detail && <bdi>{detail}</bdi>}
      action={
        (phone || job) && (
          <>
            {phone && <PhoneLink number={phone} />}
            {job ? <JobLink job={job} /> : phone && <ContactLink item={phone} name={title} />}
          </>
        )
      }
      links={<EventLinks event={item} />}
      payload={item.payload}
    />
  );
}

export function CallRow({ item }: { readonly item: Call }) {
  const { archiveRows: t, callOutcome } = useLaterTexts();
  const format = usePhoneFormat();
  const { name, number, missed, note } = item;
  const direction = (['in', 'out', 'internal'] as const).find((each) => each === item.direction);
  const icon = missed ? 'phoneMissed' : direction === 'out' ? 'phoneOut' : 'phoneIn';
  return (
    <ResultRow
      id={item.id}
      when={item.startedAt}
      title={
        <>
          <span className={classes.lead}>
            <span className={missed ? classes.missed : 'muted'}>
              <Icon name={icon} />
            </span>
            <bdi>{name?.slice(0, LONGEST) ?? (number ? format(number) : t.unknown)}</bdi>
          </span>
          <span className={missed ? classes.missed : 'muted'}>
            {missed ? callOutcome.missed : direction && callOutcome.directions[direction]}
            {missed && item.settled && `, ${t.settled}`}
          </span>
        </>
      }
      detail={note && <bdi>{note.slice(0, LONGEST)}</bdi>}
      action={
        number && (
          <>
            <PhoneLink number={number} name={name} />
            <ContactLink
              item={item.addressId ?? item.e164 ?? number}
              name={name ?? format(number)}
            />
          </>
        )
      }
      payload={item.payload}
    />
  );
}

export function JobRow({ item }: { readonly item: Job }) {
  const { archiveRows: t, jobTimeline } = useLaterTexts();
  const title = jobTitle(item);
  return (
    <ResultRow
      id={item.id}
      when={item.receivedAt}
      title={
        <>
          <bdi className={classes.lead}>{title}</bdi>
          {item.status && <StatusChip status={item.status} of={item.statusClass} />}
        </>
      }
      detail={<JobWay job={item} />}
      action={
        item.reference !== null && (
          <a href={linkTo('jobs', jobName(item))} aria-label={t.historyOf(title)}>
            {jobTimeline.history}
            <Icon name="arrowRight" size={16} />
          </a>
        )
      }
      payload={item.payload}
    />
  );
}

export function AddressRow({ item }: { readonly item: Address }) {
  const { contact, caller } = useLaterTexts();
  const { name, number, display, roles, fields } = item;
  return (
    <ResultRow
      id={item.id}
      when={item.updatedAt}
      title={
        <>
          <bdi className={classes.lead}>
            {name?.slice(0, LONGEST) ?? (display || contact.noName)}
          </bdi>
          {roles.map((role) => (
            <Badge key={role} kind="label">
              {caller.kinds[role]}
            </Badge>
          ))}
        </>
      }
      detail={<bdi className="muted">{placeIn(fields)}</bdi>}
      action={
        <>
          {number && <PhoneLink number={item.e164 ?? number} name={name} />}
          <ContactLink item={item.id} name={name ?? (display || contact.noName)} />
        </>
      }
      payload={{ name, number, ...fields }}
    />
  );
}

function JobLink({ job }: { readonly job: string }) {
  const t = useLaterTexts().archiveRows;
  return (
    <a href={linkTo('jobs', job)} aria-label={t.jobOf(shortText(job, LONGEST))}>
      {t.job}
      <Icon name="arrowRight" size={16} />
    </a>
  );
}

/** The way to somebody, by the id or the number. */
function ContactLink({ item, name }: { readonly item: string; readonly name: string }) {
  const t = useLaterTexts().archiveRows;
  return (
    <a href={linkTo('contacts', item)} aria-label={t.contactOf(name.slice(0, LONGEST))}>
      {t.contact}
      <Icon name="arrowRight" size={16} />
    </a>
  );
}

/** One result in a line or two; unfolded, all of it. */
function ResultRow(props: {
  readonly id: string;
  readonly when: string | null;
  /** What it is, in a word or two. */
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** What can be clicked by itself: a number, the way to the job. */
  readonly action?: ReactNode;
  /** Where else it leads, for those who unfold it. */
  readonly links?: ReactNode;
  readonly payload: unknown;
}) {
  const { when, exact } = useFormats();
  const [isOpen, setOpen] = useKept(`unfolded ${props.id}`, false);
  const inside = useId();
  return (
    <li>
      <div className={classes.line}>
        <button
          type="button"
          className={`folds ${classes.row}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? inside : undefined}
          data-row
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevronDown" size={16} />
          {props.when === null ? (
            <span />
          ) : (
            <time dateTime={props.when} title={exact(props.when)}>
              {when(props.when)}
            </time>
          )}
          <span className={classes.what}>
            <span className={classes.title}>{props.title}</span>
            {props.detail && <span className={classes.detail}>{props.detail}</span>}
          </span>
        </button>
        {props.action && <span className={classes.action}>{props.action}</span>}
      </div>
      {isOpen && (
        <div className={classes.inside} id={inside}>
          {props.links}
          <PayloadView payload={props.payload} />
        </div>
      )}
    </li>
  );
}
