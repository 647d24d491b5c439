import { useLayoutEffect } from 'react';

/** What can stand in the tab's title, in this order: `⚠ 2 überfällig – (3) D-1001 – Aufträge – Hookline`. */
interface Title {
  /** Before all of it, so that a narrow tab still shows them. */
  ring?: string | undefined;
  /** What somebody has to see to. */
  wrong?: string | undefined;
  unseen?: string | undefined;
  /** Which job or contact the page is about. */
  item?: string | undefined;
  page?: string | undefined;
}

const title: Title = {};

/** A name may be a book, and nobody reads more of it in a tab. */
const LONGEST = 80;

/** Names what the page shows: a job's number, a contact's name. Nothing while it is not known. */
export function usePageTitle(item: string | undefined): void {
  useTitlePart('item', item?.trim().slice(0, LONGEST));
}

/** One part of the title, for as long as the component is there that tells it. */
export function useTitlePart(part: keyof Title, text: string | undefined): void {
  useLayoutEffect(() => {
    title[part] = text;
    show();
    return () => {
      title[part] = undefined;
      show();
    };
  }, [part, text]);
}

let isDue = false;

/** Once for all parts that change together: to set it costs more than to draw a row of a list. */
function show(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    const names = [title.item, title.page, 'Hookline'].filter(Boolean).join(' – ');
    document.title = [title.ring, title.wrong, title.unseen, names].filter(Boolean).join(' ');
  });
}
