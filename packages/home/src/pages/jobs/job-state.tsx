import type { JobHistory } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Deadline } from '../../parts/jobs/deadline.tsx';
import { jobTitle, type Party, partyOf } from '../../parts/jobs/job-facts.ts';
import { JobHandLine } from '../../parts/jobs/job-hand-line.tsx';
import { PayloadView } from '../../parts/payload.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { linkTo } from '../../route.ts';
import classes from './job.module.css';
import { JobNote } from './job-note.tsx';
import { Unfold } from './unfold.tsx';

const TEXTS = {
  de: {
    asOf: (when: string) => `Stand ${when}`,
    pickup: 'Abholung',
    dropoff: 'Zustellung',
    courier: 'Kurier',
    until: (when: string) => `bis ${when}`,
    all: 'Alle Angaben',
  },
  en: {
    asOf: (when: string) => `as of ${when}`,
    pickup: 'Pick-up',
    dropoff: 'Drop-off',
    courier: 'Courier',
    until: (when: string) => `until ${when}`,
    all: 'All details',
  },
};

/** How a job stands now. */
export function JobState({ history }: { history: JobHistory }) {
  const t = useTexts(TEXTS);
  const { when, exact } = useFormats();
  const [newest] = history.versions;
  if (!newest) return null;
  const job = { ...history, id: newest.id, reference: newest.reference, payload: newest.payload };
  const parties = partiesOf(history.facts);
  const hasFacts = parties.length > 0;
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.title}>
          <bdi>{jobTitle(newest)}</bdi>
        </h2>
        {history.status && history.closedBy === null && (
          <StatusChip status={history.status} of={history.statusClass} />
        )}
        <Deadline job={history} />
        <time className="muted" dateTime={newest.receivedAt} title={exact(newest.receivedAt)}>
          {t.asOf(when(newest.receivedAt))}
        </time>
      </header>
      <div className={classes.hands}>
        <JobHandLine job={job} />
        <JobNote job={job} note={history.note ?? ''} by={history.noteBy} />
      </div>
      {hasFacts && <Parties parties={parties} />}
      <Unfold name="all" label={t.all} isOpen={!hasFacts}>
        <PayloadView payload={newest.payload} />
      </Unfold>
    </>
  );
}

interface Known {
  readonly what: 'pickup' | 'dropoff' | 'courier';
  readonly party: Party | undefined;
  /** A moment, or a day. */
  readonly until: string | null;
}

function partiesOf({ pickup, dropoff, courier, ...facts }: JobHistory['facts']): Known[] {
  const all: Known[] = [
    { what: 'pickup', party: partyOf(pickup), until: facts.pickupBy },
    { what: 'dropoff', party: partyOf(dropoff), until: facts.deliverBy },
    { what: 'courier', party: partyOf(courier), until: null },
  ];
  return all.filter(({ party, until }) => party !== undefined || until !== null);
}

function Parties({ parties }: { parties: readonly Known[] }) {
  const t = useTexts(TEXTS);
  return (
    <dl className={classes.parties}>
      {parties.map(({ what, party, until }) => (
        <div key={what}>
          <dt>{t[what]}</dt>
          <dd>
            {party && <PartyLines party={party} />}
            {until !== null && <Until at={until} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PartyLines({ party: { name, address, phone, note } }: { party: Party }) {
  return (
    <>
      {name && (
        <strong className="foreign">{phone ? <ContactLink {...{ name, phone }} /> : name}</strong>
      )}
      {address && <span className="foreign">{address}</span>}
      {phone && <PhoneLink number={phone} name={name ?? null} />}
      {note && (
        <span className={`foreign ${classes.note}`}>
          <Icon name="note" size={15} />
          <span>{note}</span>
        </span>
      )}
    </>
  );
}

/** Whoever has the number: a contact, or somebody who can be made one. */
function ContactLink({ name, phone }: { name: string; phone: string }) {
  return (
    <a className={classes.contact} href={linkTo('contacts', phone)}>
      {name}
    </a>
  );
}

function Until({ at }: { at: string }) {
  const t = useTexts(TEXTS);
  const { when, day } = useFormats();
  return (
    <time className="muted" dateTime={at}>
      {t.until(/^\d{4}-\d\d-\d\d$/.test(at) ? day(at) : when(at))}
    </time>
  );
}
