import type { JobHistory } from '../../backend/archive.ts';
import { PayloadView } from '../../components/payload.tsx';
import { StatusChip } from '../../components/payload-status.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import classes from './job.module.css';
import { type JobFacts, jobFacts, type Party } from './job-facts.ts';
import { jobTitle } from './job-name.ts';
import { Unfold } from './unfold.tsx';

const TEXTS = {
  de: {
    asOf: (when: string) => `Stand ${when}`,
    pickup: 'Abholung',
    dropoff: 'Zustellung',
    courier: 'Kurier',
    all: 'Alle Angaben',
  },
  en: {
    asOf: (when: string) => `as of ${when}`,
    pickup: 'Pick-up',
    dropoff: 'Drop-off',
    courier: 'Courier',
    all: 'All details',
  },
};

/** How a job stands now. */
export function JobState({ history }: { history: JobHistory }) {
  const t = useTexts(TEXTS);
  const { when, exact } = useFormats();
  const [newest] = history.versions;
  if (!newest) return null;
  const facts = jobFacts(newest.payload);
  const hasFacts = Object.values(facts).some((party) => party !== undefined);
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.title}>
          <bdi>{jobTitle(newest)}</bdi>
        </h2>
        {history.status && <StatusChip status={history.status} />}
        <time className="muted" dateTime={newest.receivedAt} title={exact(newest.receivedAt)}>
          {t.asOf(when(newest.receivedAt))}
        </time>
      </header>
      {hasFacts && <Parties facts={facts} />}
      <Unfold label={t.all} isOpen={!hasFacts}>
        <PayloadView payload={newest.payload} />
      </Unfold>
    </>
  );
}

function Parties({ facts }: { facts: JobFacts }) {
  const t = useTexts(TEXTS);
  const shown = (['pickup', 'dropoff', 'courier'] as const).flatMap((what) => {
    const party = facts[what];
    return party ? [{ what, party }] : [];
  });
  return (
    <dl className={classes.parties}>
      {shown.map(({ what, party }) => (
        <div key={what}>
          <dt>{t[what]}</dt>
          <dd>
            <PartyLines party={party} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PartyLines({ party: { name, address, phone } }: { party: Party }) {
  return (
    <>
      {name && name !== phone && <strong className="foreign">{name}</strong>}
      {address && <span className="foreign">{address}</span>}
      {phone && <PhoneLink number={phone} name={name === phone ? null : (name ?? null)} />}
    </>
  );
}
