import type { Call, Job } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { useTexts } from '../../language/language.tsx';
import { callsOf, linkTo } from '../../route.ts';
import { StatusChip } from '../badge.tsx';
import { Icon } from '../icon.tsx';
import { partyText } from '../jobs/job-facts.ts';
import { shortText } from './address-facts.ts';
import { ownNote } from './archived-call.ts';
import { callIcon, useOutcome } from './call-outcome.ts';
import classes from './caller.module.css';
import type { Who } from './who.ts';

const TEXTS = {
  de: {
    jobs: 'Letzte Aufträge',
    calls: 'Letzte Anrufe',
    noJobs: 'Noch kein Auftrag mit dieser Nummer',
    noCalls: 'Noch kein Anruf',
    nothing: 'Noch kein Auftrag und kein Anruf mit dieser Nummer',
  },
  en: {
    jobs: 'Last jobs',
    calls: 'Last calls',
    noJobs: 'No job with this number yet',
    noCalls: 'No call yet',
    nothing: 'No job and no call with this number yet',
  },
};

/** What there was with somebody before. */
export function CallerHistory({ who, without }: { who: Who; without?: string | undefined }) {
  const t = useTexts(TEXTS);
  const { caller } = who;
  if (!caller) return null;
  // The call itself is no news in its own list.
  const calls = caller.calls.filter(({ startedAt }) => !startedAt || startedAt !== without);
  if (caller.jobs.length + calls.length === 0) {
    return <p className={`muted ${classes.nothing}`}>{t.nothing}</p>;
  }
  return (
    <div className={classes.history}>
      <section>
        <h3>{t.jobs}</h3>
        {caller.jobs.length === 0 && <p className="muted">{t.noJobs}</p>}
        <ul>
          {caller.jobs.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </ul>
      </section>
      <section>
        <h3>{t.calls}</h3>
        {calls.length === 0 && <p className="muted">{t.noCalls}</p>}
        <ul>
          {calls.map((call) => (
            <CallLine key={call.id} call={call} number={who.number} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function JobLine({ job }: { job: Job }) {
  const { when } = useFormats();
  const name = shortText(job.reference, 40) ?? shortText(summaryOf(job.payload).title, 60) ?? '–';
  const to = shortText(partyText(job.facts.dropoff), 80);
  return (
    <li>
      {job.reference ? (
        <a className="foreign" href={linkTo('jobs', job.reference)}>
          {name}
        </a>
      ) : (
        <span className="foreign">{name}</span>
      )}
      {job.status && <StatusChip status={job.status} of={job.statusClass} />}
      <time className="muted numbers" dateTime={job.receivedAt}>
        {when(job.receivedAt)}
      </time>
      {to && <span className={`foreign muted ${classes.way}`}>→ {to}</span>}
    </li>
  );
}

/** It leads to all calls of the number, where this one stands among the others. */
function CallLine({ call, number }: { call: Call; number: string | null }) {
  const { when } = useFormats();
  const outcome = useOutcome()(call);
  const note = shortText(ownNote(call), 80);
  return (
    <li>
      <a
        className={classes.outcome}
        href={number === null ? undefined : callsOf(number)}
        data-missed={call.missed && !call.settled}
      >
        <Icon name={callIcon(call)} size={15} />
        {outcome}
      </a>
      {note && <span className={`foreign muted ${classes.callNote}`}>{note}</span>}
      {call.startedAt && (
        <time className="muted numbers" dateTime={call.startedAt}>
          {when(call.startedAt)}
        </time>
      )}
    </li>
  );
}
