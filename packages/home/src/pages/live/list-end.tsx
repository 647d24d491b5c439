import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { linkTo } from '../../route.ts';
import classes from './live.module.css';
import type { Older } from './use-rows.ts';

/** Only an office to which nothing has come yet needs it. */
const TestEvent = lazy(() => import('../../parts/test-event.tsx'));

/** Read on before the reader gets to the end. */
const AHEAD = '800px';

/** Below the last row: reads on when it comes near, and says why if that is not possible. */
export function ListEnd({ older, isEmpty }: { readonly older: Older; readonly isEmpty: boolean }) {
  const { live: t, nothingHere } = useTexts();
  const { state } = older;
  const mark = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const read = useEffectEvent(older.read);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => setNear(entry?.isIntersecting === true),
      { rootMargin: `0px 0px ${AHEAD}` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isNear && state === 'more') read();
  }, [isNear, state]);
  return (
    <div ref={mark} className={classes.end} role="status">
      {state === 'reading' && t.reading}
      {state === 'more' && (
        <Button look="quiet" onClick={older.read}>
          {t.more}
        </Button>
      )}
      {state === 'failed' && (
        <>
          {t.failed}
          <Button onClick={older.read}>{nothingHere.tryAgain}</Button>
        </>
      )}
      {state === 'enough' && (
        <a className="link" href={linkTo('archive')}>
          {t.enough}
        </a>
      )}
      {state === 'end' && !isEmpty && t.end}
    </div>
  );
}

export type Emptiness = 'reading' | 'filtered' | 'cleared' | 'nothing';

/** What stands in the place of the list while there is none. */
export function EmptyList({ why, showAll }: { why: Emptiness; showAll: () => void }) {
  const t = useTexts().live;
  switch (why) {
    case 'reading':
      return <Loading />;
    case 'filtered':
      return (
        <NothingHere icon="search" title={t.notFound}>
          <p>{t.notFoundText}</p>
          <Button onClick={showAll}>{t.showAll}</Button>
        </NothingHere>
      );
    case 'cleared':
      return <NothingHere icon="live" title={t.isCleared} text={t.isClearedText} />;
    case 'nothing':
      return (
        <NothingHere icon="live" title={t.nothing}>
          <p>{t.nothingText}</p>
          <Suspense>
            <TestEvent />
          </Suspense>
          <p>
            <a className="link" href={linkTo('sources')}>
              {t.howTo}
            </a>
          </p>
        </NothingHere>
      );
  }
}
