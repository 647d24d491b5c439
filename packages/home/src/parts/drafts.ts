import { keep, kept } from '../store.ts';

const DRAFTS = 'hookline draft ';

/** Where in the tab's storage something that was typed is kept. */
export function draftKey(name: string): string {
  return DRAFTS + name;
}

/** In the storage that all tabs share: when somebody has logged out in any of them. */
const LOGGED_OUT = 'hookline logged out';

/** Until the login page is there, notes are still being saved, and would be kept once more. */
let isLoggedOut = false;

interface Kept {
  readonly at: number;
  readonly value: unknown;
}

/**
 * What somebody has typed and not saved is kept for the life of the tab: a reload or a login that
 * has expired must not cost it. A log-out in any tab ends it in all.
 */
export function keepDraft(name: string, value: unknown): void {
  if (isLoggedOut) return;
  keep('sessionStorage', draftKey(name), { at: Date.now(), value } satisfies Kept);
}

/** What was kept; of another version of the page, perhaps, so whoever reads it has to look. */
export function keptDraft(name: string): unknown {
  const draft = read(name);
  return draft && draft.at > loggedOutAt() ? draft.value : undefined;
}

export function dropDraft(name: string): void {
  keep('sessionStorage', draftKey(name), undefined);
}

/** The names of all that are kept. */
export function draftNames(): readonly string[] {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFTS));
    return keys.map((key) => key.slice(DRAFTS.length));
  } catch {
    // No storage, no drafts.
    return [];
  }
}

/** Whoever logs in next is somebody else. */
export function dropAllDrafts(): void {
  keep('localStorage', LOGGED_OUT, Date.now());
  end();
}

window.addEventListener('storage', ({ key }) => {
  if (key === LOGGED_OUT) end();
});
dropOld();

function end(): void {
  isLoggedOut = true;
  dropOld();
}

function dropOld(): void {
  for (const name of draftNames()) {
    if ((read(name)?.at ?? 0) <= loggedOutAt()) dropDraft(name);
  }
}

function loggedOutAt(): number {
  return Number(kept('localStorage', LOGGED_OUT) ?? 0);
}

function read(name: string): Kept | undefined {
  const draft = kept('sessionStorage', draftKey(name)) as Kept | undefined;
  return typeof draft?.at === 'number' ? draft : undefined;
}
