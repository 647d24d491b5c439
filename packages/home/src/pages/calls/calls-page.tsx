import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { useOpenMissedCalls } from '../../parts/calls/missed-calls.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { linkTo, useRoute } from '../../route.ts';
import { CallList } from './call-list.tsx';

export default function CallsPage() {
  const { item, query } = useRoute();
  const isMissedOnly = item === 'missed';
  return (
    <>
      <PageTitle page="calls">
        <WhichCalls isMissedOnly={isMissedOnly} query={query} />
      </PageTitle>
      <CallList key={String(isMissedOnly)} isMissedOnly={isMissedOnly} />
    </>
  );
}

/** All or the missed ones; what else the list is narrowed to stays. */
function WhichCalls({ isMissedOnly, query }: { isMissedOnly: boolean; query: string }) {
  const t = useLaterTexts().callsPage;
  const { number } = useFormats();
  const { callers } = useOpenMissedCalls();
  return (
    <nav className="segments" aria-label={t.lists}>
      <a href={linkTo('calls', undefined, query)} aria-current={isMissedOnly ? undefined : 'page'}>
        {t.all}
      </a>
      <a href={linkTo('calls', 'missed', query)} aria-current={isMissedOnly ? 'page' : undefined}>
        {t.missed}
        {callers > 0 && (
          <>
            {' '}
            <Badge kind="due">{t.open(number(callers))}</Badge>
          </>
        )}
      </a>
    </nav>
  );
}
