import { useState } from 'react';
import { goTo, onRoute, type PageName, routeOf } from './route.ts';
import * as storage from './store.ts';

/** How one left a page, kept for the way back to it. */
interface Place {
  /** As the browser's history names it. */
  readonly name: string;
  hash: string;
  /** The place from which one came here by a link. */
  readonly from: string | undefined;
  scroll: number;
  /** The link that had the focus. */
  focus: string | null;
  /** What was unfolded, and whatever else parts of the page keep. */
  readonly kept: Record<string, unknown>;
}

const STORED = 'hookline.places';
/** Nobody goes further back. */
const MOST = 50;
/**
 * Milliseconds that a list may take to be there again, over whatever line; later, nobody expects a
 * page to move. Whoever begins to do anything is left alone at once.
 */
const TIMEOUT = 60_000;

/** Who wants to note something before a page is left. */
const leavers = new Set<(isReload: boolean) => void>();
const places = new Map<string, Place>();
let here: Place = { name: '', hash: '', from: undefined, scroll: 0, focus: null, kept: {} };
let stopComingBack = () => {};

/** Keeps how each page was left, from the first import on, for as long as the tab lasts. */
function keepPlaces(): void {
  const stored = storage.kept('sessionStorage', STORED);
  for (const place of Array.isArray(stored) ? stored : []) places.set(place.name, place);
  here = placeNamed(nameIn(history.state)) ?? begin(undefined);
  // The browser would scroll as soon as it can, to where a list will only be once it is read.
  history.scrollRestoration = 'manual';
  onRoute(follow);
  // The same link once more: no other address, but the browser has forgotten the name.
  addEventListener('popstate', () => {
    if (location.hash === here.hash && !nameIn(history.state)) bearName();
  });
  addEventListener('pagehide', () => {
    leave(true);
    storage.keep('sessionStorage', STORED, [...places.values()]);
  });
  comeBack();
}

/** Something that a part of the page shows as it was left, when one comes back to it. */
export function useKept<T>(name: string, usual: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => kept(name, usual));
  return [
    value,
    (next) => {
      keep(name, next);
      setValue(next);
    },
  ];
}

export function kept<T>(name: string, usual: T): T {
  return Object.hasOwn(here.kept, name) ? (here.kept[name] as T) : usual;
}

export function keep(name: string, value: unknown): void {
  here.kept[name] = value;
}

/** Calls back while the page still stands as it is left, also by a reload. */
export function whenLeft(note: (isReload: boolean) => void): () => void {
  leavers.add(note);
  return () => leavers.delete(note);
}

/**
 * From a job or contact to its list: the browser's own way back if one came from there, to the very
 * place. `query` is what the list is narrowed to now, if that can be another one than before.
 */
export function backToList(page: PageName, query?: string): void {
  const before = placeNamed(here.from);
  const route = routeOf(before?.hash ?? '');
  const isList = before !== undefined && route.page === page && route.item === undefined;
  if (isList && (query ?? route.query) === route.query) history.back();
  else goTo(page, undefined, query);
}

function follow(): void {
  const name = nameIn(history.state);
  if (name === here.name) {
    here.hash = location.hash;
    return;
  }
  leave(false);
  const isBeside = isListBeside(routeOf(here.hash).page);
  const known = placeNamed(name);
  here = known ?? begin(here.name);
  here.hash = location.hash;
  stopComingBack();
  if (isBeside) return;
  if (known) comeBack();
  else scrollTo(0, 0);
}

/** A list beside which one of its items is shown stays where it is, whichever it is. */
function isListBeside(page: PageName): boolean {
  const list = document.querySelector('[data-list-beside]');
  return page === routeOf(location.hash).page && (list?.getClientRects().length ?? 0) > 0;
}

function leave(isReload: boolean): void {
  here.scroll = scrollY;
  here.focus = document.activeElement?.getAttribute('href') ?? null;
  for (const note of leavers) note(isReload);
}

/** Scrolls as soon as what was there is there again, unless somebody has begun to do so. */
function comeBack(): void {
  const { scroll, focus } = here;
  // The live list has grown at its top meanwhile; it goes by the row that one was at.
  if (routeOf(location.hash).page === 'live') return;
  const growth = new ResizeObserver(() => {
    scrollTo(0, scroll);
    if (Math.abs(scrollY - scroll) > 1) return;
    stop();
    requestAnimationFrame(() => focusLink(focus));
  });
  const timer = setTimeout(() => stop(), TIMEOUT);
  const own = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const type of own) removeEventListener(type, stop);
  };
  for (const type of own) addEventListener(type, stop, { passive: true });
  growth.observe(document.body);
  stopComingBack = stop;
}

function focusLink(href: string | null): void {
  if (href === null || document.activeElement !== document.body) return;
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
  link?.focus({ preventScroll: true });
}

function begin(from: string | undefined): Place {
  const name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const place = { name, hash: location.hash, from, scroll: 0, focus: null, kept: {} };
  places.set(name, place);
  for (const oldest of places.keys()) if (places.size > MOST) places.delete(oldest);
  history.replaceState({ place: name }, '');
  return place;
}

function bearName(): void {
  history.replaceState({ place: here.name }, '');
}

function placeNamed(name: string | undefined): Place | undefined {
  return name === undefined ? undefined : places.get(name);
}

function nameIn(state: unknown): string | undefined {
  const name = (state as { place?: unknown } | null)?.place;
  return typeof name === 'string' ? name : undefined;
}

// Outside of a browser there are no ways back.
if (typeof history !== 'undefined') keepPlaces();
