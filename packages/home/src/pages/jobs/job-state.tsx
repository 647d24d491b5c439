import type { CountFact } from '@hookline/contract/job-facts';
import type { Job, JobHistory } from '../../backend/archive.ts';
import { asDesk, deskLabel } from '../../desk.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import type { Done } from '../../parts/by-desk.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Deadline } from '../../parts/jobs/deadline.tsx';
import { jobName, jobTitle, type Party, partyOf } from '../../parts/jobs/job-facts.ts';
import { changeJob, JobHandLine } from '../../parts/jobs/job-hand-line.tsx';
import { MapLink } from '../../parts/map-link.tsx';
import { NoteLine } from '../../parts/note-field.tsx';
import { Notes, useNote } from '../../parts/notes.ts';
import { PayloadView } from '../../parts/payload.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { linkTo } from '../../route.ts';
import classes from './job.module.css';
import { Unfold } from './unfold.tsx';

export function titleOf(history: JobHistory): string {
  return jobTitle({ reference: history.reference, payload: newestOf(history)?.payload });
}

/** The version that says how it is now: one that came late does not. */
function newestOf({ versions }: JobHistory) {
  return versions.find(({ arrivedLate }) => !arrivedLate) ?? versions[0];
}

/** How a job stands now. */
export function JobState({ history }: { history: JobHistory }) {
  const t = useLaterTexts().jobState;
  const { when, exact } = useFormats();
  const newest = newestOf(history);
  if (!newest) return null;
  const job = { ...history, payload: newest.payload };
  const parties = partiesOf(history);
  const counts = countsIn(history.facts);
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.title}>
          <bdi>{titleOf(history)}</bdi>
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
      {parties.length + counts.length > 0 && <Parties parties={parties} counts={counts} />}
      {history.facts.stops && <Stops stops={history.facts.stops} />}
      <Unfold name="all" label={t.all} isOpen={parties.length === 0}>
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
  /** Where the name leads; without it, to the contact with the number. */
  readonly href?: string | undefined;
  /** Of a courier who may be any of several. */
  readonly candidates?: readonly string[];
}

function partiesOf(history: JobHistory) {
  const { courierId, courierCandidates } = history;
  const { pickup, dropoff, courier, ...facts } = history.facts;
  const all: Known[] = [
    { what: 'pickup', party: partyOf(pickup), until: facts.pickupBy },
    { what: 'dropoff', party: partyOf(dropoff), until: facts.deliverBy },
    {
      what: 'courier',
      party: partyOf(courier),
      until: null,
      href: courierId === null ? undefined : linkTo('couriers', courierId),
      candidates: courierCandidates,
    },
  ];
  return all.filter(({ party, until }) => party !== undefined || until !== null);
}

type Counts = readonly (readonly [CountFact, number])[];

function countsIn(facts: JobHistory['facts']): Counts {
  return Object.entries(facts).filter(
    (entry): entry is [CountFact, number] => typeof entry[1] === 'number',
  );
}

function Parties(props: { readonly parties: readonly Known[]; readonly counts: Counts }) {
  const { words } = useLaterTexts().reading;
  const { parties, counts } = props;
  return (
    <dl className={classes.parties}>
      {parties.map(({ what, party, until, href, candidates }) => (
        <div key={what}>
          <dt>{words[what]}</dt>
          <dd>
            {party && <PartyLines party={party} href={href} />}
            {candidates !== undefined && candidates.length > 0 && (
              <Candidates couriers={candidates} />
            )}
            {until !== null && <Until at={until} />}
          </dd>
        </div>
      ))}
      {counts.map(([fact, count]) => (
        <div key={fact}>
          <dt>{words[fact]}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where it goes, if that is more than from one place to another. */
function Stops({ stops }: { stops: NonNullable<JobHistory['facts']['stops']> }) {
  const { words } = useLaterTexts().reading;
  return (
    <section className={classes.stops}>
      <h3 className={classes.heading} id="job-stops">
        {words.stops}
      </h3>
      <ol aria-labelledby="job-stops">
        {stops.map((stop, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way may come by a place twice
          <li key={place}>
            {stop.side && <span className="muted">{words[stop.side]}</span>}
            <PartyLines party={partyOf(stop) ?? NOBODY} href={undefined} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const NOBODY: Party = { name: undefined, address: undefined, phone: undefined, note: undefined };

function PartyLines({ party, href }: { party: Party; href: Known['href'] }) {
  const t = useLaterTexts().jobState;
  const { name, address, phone, note } = party;
  // Whoever has the number: a contact, or somebody who can be made one.
  const leadsTo = href ?? (phone && linkTo('contacts', phone));
  return (
    <>
      {name && (
        <strong className="foreign">
          {leadsTo ? (
            <a className="link" href={leadsTo}>
              {name}
            </a>
          ) : (
            name
          )}
        </strong>
      )}
      {address && <MapLink address={address} />}
      {phone && <PhoneLink number={phone} name={name ?? null} />}
      {href && !name && (
        <a className="link" href={href}>
          {t.toCourier}
        </a>
      )}
      {note && (
        <span className={`foreign ${classes.note}`}>
          <Icon name="note" size={15} />
          <span>{note}</span>
        </span>
      )}
    </>
  );
}

/** Each of those whom the job may mean. */
function Candidates({ couriers }: { couriers: readonly string[] }) {
  const t = useLaterTexts().jobState;
  return (
    <span className="muted">
      {t.fitsSeveral(couriers.length)}
      {couriers.map((id, place) => (
        <a
          key={id}
          className="link"
          href={linkTo('couriers', id)}
          aria-label={`${t.toCourier} ${place + 1}`}
        >
          {' '}
          {place + 1}
        </a>
      ))}
    </span>
  );
}

function Until({ at }: { at: string }) {
  const t = useLaterTexts().jobState;
  const { when, day } = useFormats();
  return (
    <time className="muted" dateTime={at}>
      {t.until(/^\d{4}-\d\d-\d\d$/.test(at) ? day(at) : when(at))}
    </time>
  );
}

/** Which job a note is about. */
interface NoteOf {
  readonly key: string;
  readonly name: string | null;
}

const notes = new Notes<NoteOf>('job notes', async ({ key }, text, queries) => {
  const by = deskLabel();
  // Nobody writes without a desk; after a reload it is known a moment later.
  if (by === '') return false;
  await changeJob(queries, key, { ...text, by });
  return true;
});

/** What a desk has written down about the job. */
function JobNote(props: {
  readonly job: Pick<Job, 'reference' | 'id'>;
  readonly note: string;
  readonly by: Done | null;
}) {
  const { job } = props;
  const of = { key: jobName(job), name: job.reference };
  const note = useNote(notes, of, props.note);
  return (
    <NoteLine
      about="job"
      value={props.note}
      by={props.by}
      note={note}
      isOffered
      // A note on a job says who wrote it.
      first={(then) => asDesk(then)}
    />
  );
}
