import { useMemo } from 'react';
import { PageTitle } from '../../parts/page-title.tsx';
import { replaceRoute, useRoute } from '../../route.ts';
import { type ArchiveFilter, addressOf, filterFrom, isBackwards } from './archive-filter.ts';
import { ArchiveForm } from './archive-form.tsx';
import { AddressRow, CallRow, EventRow, JobRow } from './result-rows.tsx';
import { Results } from './results.tsx';

/** Search over everything that was ever accepted. What is looked for stands in the address. */
export default function ArchivePage() {
  const route = useRoute();
  const filter = useMemo(() => filterFrom(route), [route]);
  const change = (part: Partial<ArchiveFilter>) => replaceRoute(addressOf({ ...filter, ...part }));
  return (
    <>
      <PageTitle page="archive" />
      <ArchiveForm filter={filter} onChange={change} />
      {!isBackwards(filter) && <ResultsOfKind filter={filter} onChange={change} />}
    </>
  );
}

/** Each kind has a list of its own: what one has found is no placeholder for another. */
function ResultsOfKind(props: {
  readonly filter: ArchiveFilter;
  readonly onChange: (change: Partial<ArchiveFilter>) => void;
}) {
  switch (props.filter.kind) {
    case 'events':
      return <Results key="events" list="events" Row={EventRow} {...props} />;
    case 'calls':
      return <Results key="calls" list="calls" Row={CallRow} {...props} />;
    case 'jobs':
      return <Results key="jobs" list="jobs" Row={JobRow} {...props} />;
    case 'addresses':
      return <Results key="addresses" list="addresses" Row={AddressRow} {...props} />;
  }
}
