import { exactPayload } from '@hookline/records';
import { useQuery } from '@tanstack/react-query';
import { memo, useId, useMemo } from 'react';
import { withParameters } from '../../backend/request.ts';
import { useFormats } from '../../format/formats.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { useJobReader } from '../../format/use-job-reader.ts';
import { useTexts } from '../../language/language.tsx';
import { StatusChip } from '../../parts/badge.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { PayloadView } from '../../parts/payload.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import type { ChannelName, Entry } from './entry.ts';
import classes from './live.module.css';
import { LIVE } from './texts.ts';
import { useRowLookedAt } from './use-seen.ts';

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
  const { key, channel, receivedAt, payload, text } = entry;
  const t = useTexts(LIVE);
  const formats = useFormats();
  const body = useId();
  const row = useRowLookedAt(isFresh, () => looked(key));
  const readJob = useJobReader();
  const { title, status, detail, phone } = useMemo(() => {
    const exact = (text?.length ?? 0) < MAX_EXACT ? exactPayload(payload, text) : payload;
    return summaryOf(exact, readJob);
  }, [payload, text, readJob]);
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
        </span>
        <button
          type="button"
          className={classes.title}
          data-entry={key}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => onToggle(key)}
        >
          {isFresh && <span className="spoken">{t.isNew}: </span>}
          <bdi>{title}</bdi>
        </button>
        {status !== undefined && (
          <span className={classes.status}>
            <StatusChip status={status} />
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
      <div id={body}>{isOpen && <RowBody entry={entry} />}</div>
    </li>
  );
});

function RowBody({ entry }: { readonly entry: Entry }) {
  const text = useExactText(entry);
  return (
    <div className={classes.body}>
      <PayloadView payload={entry.payload} text={text} />
    </div>
  );
}

/**
 * The text of a payload as it was sent. What came by the stream has it; for what came out of a list
 * of the archive, where it was read and is gone, the archive is asked for that one event.
 */
function useExactText({ archiveId, receivedAt, text }: Entry) {
  const { data } = useQuery({
    queryKey: ['events', 'text', archiveId],
    queryFn: async ({ signal }) => {
      const until = new Date(Date.parse(receivedAt) + 1).toISOString();
      const path = withParameters('/api/archive/events', { since: receivedAt, until });
      const answer = await fetch(path, { headers: { accept: 'application/x-ndjson' }, signal });
      return answer.ok ? exactTextIn(await answer.text(), archiveId ?? '') : null;
    },
    enabled: archiveId !== undefined,
    // It never changes, and a megabyte need not be kept longer than it is looked at.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return text ?? data ?? undefined;
}

/** The payload stands last on the line of its event. */
function exactTextIn(lines: string, archiveId: string): string | null {
  const line = lines
    .split('\n')
    .find((each) => each.startsWith(`{"id":${JSON.stringify(archiveId)},`));
  const found =
    line &&
    /^\{"id":"[^"]*","eventId":\d+,"instance":"[^"]*","channel":(?:"\w+"|null),"receivedAt":"[^"]*","payload":/.exec(
      line,
    );
  return found ? line.slice(found[0].length, line.lastIndexOf('}')) : null;
}
