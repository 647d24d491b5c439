import { useMemo, useSyncExternalStore } from 'react';

export const PAGES = [
  'live',
  'calls',
  'contacts',
  'jobs',
  'couriers',
  'archive',
  'wallboard',
  'sources',
] as const;
export type PageName = (typeof PAGES)[number];

/** Where in the page somebody is: `#/jobs/D-1001?q=Labor` is the page `jobs` with `D-1001`. */
export interface Route {
  readonly page: PageName;
  /** What stands behind the page's name, if anything. */
  readonly item: string | undefined;
  /** What stands behind the `?`: what the page is narrowed to. */
  readonly query: string;
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(onRoute, () => told);
  return useMemo(() => routeOf(hash), [hash]);
}

export function linkTo(page: PageName, item?: string, query = ''): string {
  const path = item === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(item)}`;
  return query === '' ? path : `${path}?${query}`;
}

/** The calls with a number, in whatever spelling. */
export function callsOf(number: string): string {
  return linkTo('calls', undefined, new URLSearchParams({ number }).toString());
}

export function goTo(page: PageName, item?: string, query?: string): void {
  location.hash = linkTo(page, item, query);
}

export function routeOf(hash: string): Route {
  const [, name = '', item, query = ''] =
    /^#\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(hash) ?? [];
  const page = PAGES.find((each) => each === name);
  if (page === undefined) return { page: 'live', item: undefined, query: '' };
  return { page, item: item ? decoded(item) : undefined, query };
}

/** A link that somebody typed or cut may not be well-formed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What somebody has last narrowed each page to by hand. */
export const chosen = new Map<PageName, string>();

/**
 * The way to a page from anywhere else: as one left it. Where one is already, it leads to all there
 * is; and so it does after a link that had narrowed the page to something nobody would look for.
 */
export function linkFromBar(page: PageName, here: PageName): string {
  return linkTo(page, undefined, page === here ? '' : chosen.get(page));
}

/** Another address in place of this one: the way back leads out of a search, not through every word. */
export function replaceRoute(link: string): void {
  // Somebody has gone elsewhere a moment ago, and would be brought back by the word typed last.
  if (location.hash !== told) return;
  // Not `location.replace`, by which the browser forgets what it holds for this place.
  history.replaceState(history.state, '', link);
  tell();
}

const listeners = new Set<() => void>();
/**
 * The address of which all have been told. The browser's own changes a moment earlier, and whatever
 * happened to be drawn in that moment would be another page before this one has been left.
 */
let told = globalThis.location?.hash ?? '';

/** Tells of another address, whoever has brought it about, before anything is drawn anew. */
export function onRoute(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  told = location.hash;
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('hashchange', tell);
