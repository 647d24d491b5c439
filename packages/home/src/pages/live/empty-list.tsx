import { Button, Code } from '@mantine/core';
import { Loading, NothingHere } from '../../components/nothing-here.tsx';
import { useTexts } from '../../language/language.tsx';
import { LIVE } from './texts.ts';

export type Emptiness = 'reading' | 'filtered' | 'cleared' | 'nothing';

/** What stands in the place of the list while there is none. */
export function EmptyList({ why, showAll }: { why: Emptiness; showAll: () => void }) {
  const t = useTexts(LIVE);
  switch (why) {
    case 'reading':
      return <Loading />;
    case 'filtered':
      return (
        <NothingHere icon="search" title={t.notFound}>
          <p>{t.notFoundText}</p>
          <Button variant="default" onClick={showAll}>
            {t.showAll}
          </Button>
        </NothingHere>
      );
    case 'cleared':
      return (
        <NothingHere icon="live" title={t.isCleared}>
          {t.isClearedText}
        </NothingHere>
      );
    case 'nothing':
      return (
        <NothingHere icon="live" title={t.nothing}>
          <p>{t.nothingText}</p>
          <Code>POST {location.origin}/api/webhook</Code>
        </NothingHere>
      );
  }
}
