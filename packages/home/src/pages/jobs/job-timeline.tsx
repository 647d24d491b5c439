import { Fragment, memo, useMemo } from 'react';
import type { Call, JobVersion } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { dialable, ownNote } from '../../parts/calls/archived-call.ts';
import { callIcon, useOutcome } from '../../parts/calls/call-outcome.ts';
import { Icon } from '../../parts/icon.tsx';
import { PayloadView } from '../../parts/payload.tsx';
import { ReadingLink } from '../../parts/reading-link.tsx';
import { callsOf } from '../../route.ts';
import { useKept } from '../../scroll-position.ts';
import { type ChangeText, versionTexts } from './change-text.ts';
import classes from './job.module.css';
import { Unfold } from './unfold.tsx';
import { knownAfter } from './version-changes.ts';

/** A job that a system reports every minute has thousands of versions. */
const SHOWN = 30;
const LINES = 5;

interface JobTimelineProps {
  readonly versions: readonly JobVersion[];
  /** Those that were put to it. */
  readonly calls: readonly Call[];
}

/** The versions of a job, newest first, each with what it changed, and the calls between them. */
export function JobTimeline({ versions, calls }: JobTimelineProps) {
  const t = useLaterTexts().jobTimeline;
  const { number } = useFormats();
  const [shown, setShown] = useKept('versions', SHOWN);
  const states = useMemo(() => statesBefore(versions), [versions]);
  const [newest] = versions;
  /** Above the first version that was there before it. */
  const placeOf = ({ startedAt }: Call) =>
    versions.findIndex(({ receivedAt }) => receivedAt <= (startedAt ?? ''));
  const callLine = (call: Call) => <CallOfJob key={call.id} call={call} />;
  return (
    <>
      <div className={classes.historyHead}>
        <h3 className={classes.heading} id="job-history">
          {t.history}
        </h3>
        {newest && <ReadingLink sender={newest.sender} channel="jobs" at={newest.receivedAt} />}
      </div>
      <ol aria-labelledby="job-history">
        {versions.slice(0, shown).map((version, at) => (
          <Fragment key={version.id}>
            {calls.filter((call) => placeOf(call) === at).map(callLine)}
            <Version version={version} before={states[at]} />
          </Fragment>
        ))}
        {calls.filter((call) => placeOf(call) < 0).map(callLine)}
      </ol>
      {versions.length > shown && (
        <Button isWide onClick={() => setShown(shown + 100)}>
          {t.older(number(versions.length - shown))}
        </Button>
      )}
    </>
  );
}

function CallOfJob({ call }: { call: Call }) {
  const outcome = useOutcome();
  const { when, exact } = useFormats();
  const number = dialable(call);
  const name = shortText(call.name ?? '', 60) || number || '–';
  const note = ownNote(call);
  return (
    <li className={classes.version}>
      <p className={classes.versionHead}>
        {call.startedAt && (
          <time dateTime={call.startedAt} title={exact(call.startedAt)}>
            {when(call.startedAt)}
          </time>
        )}
        <Icon name={callIcon(call)} size={15} />
        <a className="foreign" href={number === null ? undefined : callsOf(number)}>
          {name}
        </a>
        <span className="muted">{outcome(call)}</span>
      </p>
      {note && <p className="foreign">{note}</p>}
    </li>
  );
}

type State = Pick<JobVersion, 'status' | 'payload'>;

/** What was known before each version; undefined before the first. */
function statesBefore(versions: readonly JobVersion[]): readonly (State | undefined)[] {
  const states: (State | undefined)[] = [];
  let known: State | undefined;
  for (const version of versions.toReversed()) {
    states.push(known);
    if (version.arrivedLate) continue;
    const payload = known ? knownAfter(known.payload, version.payload) : version.payload;
    known = { status: version.status ?? known?.status ?? null, payload };
  }
  return states.reverse();
}

const Version = memo(function Version(props: {
  readonly version: JobVersion;
  readonly before: State | undefined;
}) {
  const t = useLaterTexts().jobTimeline;
  const texts = useTexts();
  const formats = useFormats();
  const { version, before } = props;
  const changes = useMemo(
    () => before && versionTexts(before, version, texts, formats),
    [before, version, texts, formats],
  );
  return (
    <li className={classes.version}>
      <p className={classes.versionHead}>
        <time dateTime={version.receivedAt} title={formats.exact(version.receivedAt)}>
          {formats.when(version.receivedAt)}
        </time>
        {version.status && <StatusChip status={version.status} of={version.statusClass} />}
      </p>
      {version.arrivedLate ? (
        <p className="muted">{t.late}</p>
      ) : (
        <>
          {changes === undefined && <p className="muted">{t.first}</p>}
          {changes?.length === 0 && <p className="muted">{t.same}</p>}
          {changes && <Changes of={version.id} changes={changes} />}
        </>
      )}
      <Unfold name={`payload ${version.id}`} label={t.payload}>
        <PayloadView payload={version.payload}>
          <ReadingLink sender={version.sender} channel="jobs" at={version.receivedAt} />
        </PayloadView>
      </Unfold>
    </li>
  );
});

function Changes({ of, changes }: { of: string; changes: readonly ChangeText[] }) {
  const t = useLaterTexts().jobTimeline;
  const { number } = useFormats();
  const rest = changes.slice(LINES);
  return (
    <>
      <ChangeLines changes={changes.slice(0, LINES)} />
      {rest.length > 0 && (
        <Unfold name={`changes ${of}`} label={t.more(number(rest.length))}>
          <ChangeLines changes={rest} />
        </Unfold>
      )}
    </>
  );
}

function ChangeLines({ changes }: { changes: readonly ChangeText[] }) {
  const t = useLaterTexts().jobTimeline;
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={`${field}\n${before}\n${after}`}>
          <bdi className={classes.field}>{field}</bdi>: <bdi className="muted">{before}</bdi>
          <span role="img" aria-label={t.becomes}>
            {' → '}
          </span>
          <bdi className={classes.after}>{after}</bdi>
        </li>
      ))}
    </ul>
  );
}
