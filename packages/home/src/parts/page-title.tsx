import type { ReactNode } from 'react';
import { type Language, useTexts } from '../language/language.tsx';
import type { PageName } from '../route.ts';

export const PAGE_NAMES: Record<Language, Record<PageName, string>> = {
  de: {
    live: 'Live',
    calls: 'Anrufe',
    contacts: 'Telefonbuch',
    jobs: 'Aufträge',
    couriers: 'Kuriere',
    archive: 'Archiv',
    wallboard: 'Wandtafel',
    sources: 'Quellen',
  },
  en: {
    live: 'Live',
    calls: 'Calls',
    contacts: 'Phone book',
    jobs: 'Jobs',
    couriers: 'Couriers',
    archive: 'Archive',
    wallboard: 'Wallboard',
    sources: 'Sources',
  },
};

/** The heading of a page, with what belongs to all of it at the right. */
export function PageTitle({ page, children }: { page: PageName; children?: ReactNode }) {
  const names = useTexts(PAGE_NAMES);
  return (
    <div className="headline">
      <h1>{names[page]}</h1>
      {children && <div className="buttons">{children}</div>}
    </div>
  );
}
