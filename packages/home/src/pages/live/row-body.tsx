import { useQuery } from '@tanstack/react-query';
import { withParameters } from '../../backend/request.ts';
import { EventLinks } from '../../parts/event-links.tsx';
import { PayloadView } from '../../parts/payload.tsx';
import { ReadingLink } from '../../parts/reading-link.tsx';
import type { Entry } from './entry.ts';
import classes from './live.module.css';

/** What an unfolded row shows: where it leads, and all that was sent. */
export default function RowBody({ entry }: { readonly entry: Entry }) {
  const text = useExactText(entry);
  return (
    <div className={classes.body}>
      <EventLinks event={entry} />
      <PayloadView payload={entry.payload} text={text}>
        <ReadingLink sender={entry.sender} channel={entry.channel} at={entry.receivedAt} />
      </PayloadView>
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
  const found = line && /^\{(?:"(?!payload")\w+":(?:"[^"]*"|\d+|null),)*"payload":/.exec(line);
  return found ? line.slice(found[0].length, line.lastIndexOf('}')) : null;
}
