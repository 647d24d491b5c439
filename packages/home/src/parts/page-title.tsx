import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import type { PageName } from '../route.ts';

/** The heading of a page, with what belongs to all of it at the right. */
export function PageTitle({ page, children }: { page: PageName; children?: ReactNode }) {
  const names = useTexts().pageNames;
  return (
    <div className="headline">
      <h1>{names[page]}</h1>
      {children && <div className="buttons">{children}</div>}
    </div>
  );
}
