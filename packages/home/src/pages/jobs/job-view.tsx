import type { Ref } from 'react';
import { useArchiveList } from '../../backend/archive.ts';
import { useJob } from '../../backend/one-record.ts';
import { RequestError } from '../../backend/request.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../title.ts';
import classes from './job.module.css';
import { JobState, titleOf } from './job-state.tsx';
import { JobTimeline } from './job-timeline.tsx';

interface JobViewProps {
  readonly ref: Ref<HTMLElement>;
  readonly name: string;
  /** What the list beside it is narrowed to. */
  readonly query: string;
}

/** One job: how it stands, and how it came to that. */
export function JobView({ ref, name, query }: JobViewProps) {
  const t = useLaterTexts().jobView;
  const { data: history, trouble, refetch, dataUpdatedAt } = useJob(name);
  // By its id, which is the same when it is called otherwise.
  const calls = useArchiveList(
    'calls',
    { job: history?.id ?? '' },
    { isEnabled: history !== undefined },
  );
  usePageTitle(history ? titleOf(history) : name);
  const isMissing = trouble instanceof RequestError && trouble.status === 404;
  return (
    <section
      className={classes.job}
      ref={ref}
      tabIndex={-1}
      aria-label={t.job}
      data-job={name}
      // Here the arrow keys scroll, and do not leave for the list.
      onKeyDown={(event) => {
        if (/^Arrow(?:Up|Down)$/.test(event.key)) event.stopPropagation();
      }}
    >
      <BackLink className={`link ${classes.back}`} page="jobs" query={query}>
        <Icon name="chevronDown" />
        {t.back}
      </BackLink>
      {history ? (
        <>
          {trouble && <StaleNotice trouble={trouble} since={dataUpdatedAt} />}
          <JobState history={history} />
          <JobTimeline
            versions={history.versions}
            calls={calls.isPlaceholderData ? [] : calls.items}
          />
        </>
      ) : isMissing ? (
        <NothingHere icon="search" title={t.missing}>
          <p className="foreign">{name.slice(0, 200)}</p>
          <p>{t.missingText}</p>
        </NothingHere>
      ) : trouble ? (
        <Failed error={trouble} retry={() => refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}
