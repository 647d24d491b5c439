import { useCallback } from 'react';
import { useTexts } from '../language/language.tsx';
import { goTo, PAGES, type PageName } from '../route.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { SHELL } from './texts.ts';

/** 1 to 6 go to the pages, in the order of the bar. */
export function PageShortcuts() {
  return PAGES.map((page, at) => <PageShortcut key={page} digit={String(at + 1)} page={page} />);
}

function PageShortcut({ digit, page }: { digit: string; page: PageName }) {
  const t = useTexts(SHELL);
  const run = useCallback(() => goTo(page), [page]);
  useShortcut(digit, t.goTo(t.pages[page]), run);
  return null;
}
