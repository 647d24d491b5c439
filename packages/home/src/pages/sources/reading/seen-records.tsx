import type { Channel, KindPreview, RecordPreview, Target } from '@hookline/contract';
import { useFormats } from '../../../format/formats.ts';
import { useLaterTexts } from '../../../language/language.tsx';
import { StatusChip } from '../../../parts/badge.tsx';
import { placeName } from './choices.ts';
import classes from './reading.module.css';
import { shownValue, statusOf, TARGETS_OF, targetWord } from './targets.ts';

interface SeenRecordsProps {
  readonly channel: Channel;
  readonly kind: KindPreview;
  /** The same message as it is read by what is saved. */
  readonly saved: KindPreview | undefined;
}

/** What dispatchers will see of a message: all that there could be, and what is not found. */
export function SeenRecords({ channel, kind, saved }: SeenRecordsProps) {
  const t = useLaterTexts().reading;
  if (kind.isIgnored) return <p>{t.ignored}</p>;
  if (kind.records.length === 0)
    return <p className={classes.nothing}>{t.nothing(t.one[channel])}</p>;
  return kind.records.map((record, at) => {
    const name = placeName(record.path);
    const before = saved?.records.find(({ path }) => placeName(path) === name);
    const card = <SeenRecord channel={channel} record={record} before={before} />;
    if (at === 0) return <div key={name}>{card}</div>;
    const { reference, ownId, name: title } = record.values;
    return (
      <details key={name}>
        <summary>
          <bdi>{reference ?? ownId ?? title ?? `${at + 1}.`}</bdi>
        </summary>
        {card}
      </details>
    );
  });
}

function SeenRecord(props: {
  readonly channel: Channel;
  readonly record: RecordPreview;
  readonly before: RecordPreview | undefined;
}) {
  const t = useLaterTexts().reading;
  const formats = useFormats();
  const { channel, record, before } = props;
  const shown = ({ values, statusClass }: RecordPreview, target: Target) => {
    const value = values[target];
    if (value === undefined || value === '') return <span className="muted">{t.missing}</span>;
    if (target === statusOf(channel)) return <StatusChip status={value} of={statusClass} />;
    return <bdi>{shownValue(target, value, formats)}</bdi>;
  };
  const targets = TARGETS_OF[channel];
  const isThere = (target: Target) => !!(record.values[target] ?? before?.values[target]);
  const missing = targets.filter((target) => !isThere(target));
  return (
    <>
      <dl className={classes.seen}>
        {targets.filter(isThere).map((target) => {
          const isChanged =
            record.values[target] !== before?.values[target] ||
            (target === statusOf(channel) && record.statusClass !== before?.statusClass);
          return (
            <div key={target} data-is-changed={(before && isChanged) || undefined}>
              <dt>{targetWord(target, t.words)}</dt>
              <dd>
                {shown(record, target)}
                {before && isChanged && (
                  <span className={classes.before}>
                    {t.before} {shown(before, target)}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {missing.length > 0 && (
        <p className={`muted ${classes.before}`}>
          {t.notFound} {missing.map((target) => targetWord(target, t.words)).join(', ')}
        </p>
      )}
    </>
  );
}
