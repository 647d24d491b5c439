import type { ReactNode } from 'react';
import { linkTo, type PageName } from '../route.ts';
import { backToList } from '../scroll-position.ts';

/** From one of a list to all of them, where one was in it. */
export function BackLink(props: {
  readonly page: PageName;
  readonly query?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { page, query } = props;
  return (
    <a
      className={props.className}
      href={linkTo(page, undefined, query)}
      onClick={(event) => {
        // Into another tab or window it leads as any link does.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        backToList(page, query);
      }}
    >
      {props.children}
    </a>
  );
}
