import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../backend/request.ts';
import { useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Icon } from '../../parts/icon.tsx';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { StaleNotice } from '../../parts/stale-notice.tsx';
import { Connected } from './connected.tsx';
import { Guide } from './guide.tsx';
import { SilenceLines } from './silence-lines.tsx';
import { SourceList } from './source-list.tsx';
import classes from './sources.module.css';
import { SOURCES } from './texts.ts';
import { useSources } from './use-sources.ts';

/** Who sends what, who is refused or silent; and before anybody has sent, how that is done. */
export default function SourcesPage() {
  const t = useTexts(SOURCES);
  const { data, error, refetch, dataUpdatedAt } = useSources();
  const hasBegun = typeof data?.firstEventAt === 'string';
  return (
    <>
      <PageTitle page="sources">
        <TestButton />
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

function TestButton() {
  const t = useTexts(SOURCES);
  const { mutate, isPending } = useMutation({
    mutationFn: () => request('POST', '/api/sources/test'),
    onSuccess: () => tell('good', t.tested, t.testedText),
    onError: (error) => tell('bad', t.testFailed, error.message),
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="live" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t.test}
    </Button>
  );
}
