import { useSyncExternalStore } from 'react';

export const PAGES = ['live', 'calls', 'contacts', 'jobs', 'archive', 'wallboard'] as const;
export type PageName = (typeof PAGES)[number];

/** Where in the page somebody is: `#/jobs/D-1001` is the page `jobs` with `D-1001`. */
export interface Route {
  readonly page: PageName;
  /** What stands behind the page's name, if anything. */
  readonly item: string | undefined;
}

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => location.hash));
}

export function linkTo(page: PageName, item?: string): string {
  return item === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(item)}`;
}

export function goTo(page: PageName, item?: string): void {
  location.hash = linkTo(page, item);
}

export function routeOf(hash: string): Route {
  const [, name = '', item] = /^#\/([^/]*)(?:\/(.*))?$/.exec(hash) ?? [];
  const page = PAGES.find((each) => each === name) ?? 'live';
  return { page, item: page === name && item ? decoded(item) : undefined };
}

/** A link that somebody typed or cut may not be well-formed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
