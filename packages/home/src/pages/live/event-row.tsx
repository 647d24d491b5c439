import { exactPayload } from '@hookline/records';
import { memo, useId, useMemo } from 'react';
import { useFormats } from '../../format/formats.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { usePayloadReader } from '../../format/use-payload-reader.ts';
import { useTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { LateStore, useStore } from '../../store.ts';
import type { ChannelName, Entry } from './entry.ts';
import classes from './live.module.css';
import { useRowLookedAt } from './use-seen.ts';

/** Fetched with the first row, and again if that fails: the first view does not wait for it. */
const body = new LateStore(async () => (await import('./row-body.tsx')).default);

const ICONS: Record<ChannelName, IconName> = {
  kunden: 'user',
  kuriere: 'arrowRight',
  jobs: 'jobs',
  generic: 'note',
};

/** Reading numbers as they were written costs time; in a longer text no title depends on it. */
const MAX_EXACT = 100_000;

interface EventRowProps {
  readonly entry: Entry;
  readonly isFresh: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (key: string) => void;
  readonly looked: (key: string) => void;
}

/** One event on a line, to be unfolded. Drawn again only when something about it changes. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { entry, isFresh, isOpen, onToggle, looked } = props;
  const { key, channel, sender, topic, receivedAt, payload, text } = entry;
  const t = useTexts().live;
  const texts = useTexts();
  const formats = useFormats();
  const bodyId = useId();
  const RowBody = useStore(body);
  const row = useRowLookedAt(isFresh, () => looked(key));
  const reader = usePayloadReader(entry);
  const { title, status, statusClass, detail, phone } = useMemo(() => {
    const exact = (text?.length ?? 0) < MAX_EXACT ? exactPayload(payload, text) : payload;
    return summaryOf(exact, reader, texts);
  }, [payload, text, reader, texts]);
  return (
    <li ref={row} className={classes.row} data-fresh={isFresh} data-open={isOpen}>
      <div className={classes.line}>
        <time
          className={`${classes.time} numbers`}
          dateTime={receivedAt}
          title={formats.exact(receivedAt)}
        >
          {formats.time(receivedAt)}
        </time>
        <span className={classes.channel} data-channel={channel}>
          <Icon name={ICONS[channel]} size={15} />
          {t.channel[channel]}
          {(sender ?? topic) && (
            <bdi className={classes.sender} title={topic}>
              {[sender, topic].filter(Boolean).join(' · ')}
            </bdi>
          )}
        </span>
        <button
          type="button"
          className={classes.title}
          data-entry={key}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => onToggle(key)}
        >
          {isFresh && <span className="spoken">{t.isNew}: </span>}
          <bdi>{title}</bdi>
        </button>
        {status !== undefined && (
          <span className={classes.status}>
            <StatusChip status={status} of={statusClass} />
          </span>
        )}
        {detail !== undefined && <bdi className={classes.detail}>{detail}</bdi>}
        {phone !== undefined && (
          <span className={classes.phone}>
            <PhoneLink number={phone} />
          </span>
        )}
        <span className={classes.chevron}>
          <Icon name="chevronDown" size={16} />
        </span>
      </div>
      <div id={bodyId}>{isOpen && RowBody && <RowBody entry={entry} />}</div>
    </li>
  );
});
