import { useSources } from '../../backend/sources.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/notice.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import TestEvent from '../../parts/test-event.tsx';
import { useRoute } from '../../route.ts';
import { Connected } from './connected.tsx';
import { Guide } from './guide.tsx';
import { ReadingView } from './reading/reading-view.tsx';
import { SilenceLines } from './silence-lines.tsx';
import { SourceList } from './source-list.tsx';
import classes from './sources.module.css';

/** Who sends what, who is refused or silent; and before anybody has sent, how that is done. */
export default function SourcesPage() {
  const t = useLaterTexts().sources;
  const { data, error, refetch, dataUpdatedAt } = useSources();
  const { item: sender } = useRoute();
  const hasBegun = typeof data?.firstEventAt === 'string';
  if (data && sender !== undefined) return <ReadingView sender={sender} sources={data} />;
  return (
    <>
      <PageTitle page="sources">
        <TestEvent />
      </PageTitle>
      {!data && (error ? <Failed error={error} retry={refetch} /> : <Loading />)}
      {data && (
        <div className={classes.page}>
          {error && <StaleNotice trouble={error} since={dataUpdatedAt} />}
          {!hasBegun && <Connected sources={data} />}
          {!hasBegun && <Guide title={t.guide} sources={data} />}
          <SilenceLines watches={data.silence} />
          {data.sources.length > 0 && <SourceList sources={data.sources} />}
          {hasBegun && (
            <details className={classes.later}>
              <summary>{t.guideLater}</summary>
              <Connected sources={data} />
              <Guide sources={data} />
            </details>
          )}
        </div>
      )}
    </>
  );
}
