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
  const kept: Kept = { at: Date.now(), value };
  try {
    sessionStorage.setItem(draftKey(name), JSON.stringify(kept));
  } catch {
    // Private windows and full storages: it then lasts as long as the page.
  }
}

/** What was kept; of another version of the page, perhaps, so whoever reads it has to look. */
export function keptDraft(name: string): unknown {
  const kept = read(draftKey(name));
  return kept && kept.at > loggedOutAt() ? kept.value : undefined;
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(draftKey(name));
  } catch {
    // Where nothing can be removed, nothing is.
  }
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
  try {
    localStorage.setItem(LOGGED_OUT, String(Date.now()));
  } catch {
    // The other tabs then keep theirs.
  }
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
    if ((read(draftKey(name))?.at ?? 0) <= loggedOutAt()) dropDraft(name);
  }
}

function loggedOutAt(): number {
  try {
    return Number(localStorage.getItem(LOGGED_OUT) ?? 0);
  } catch {
    return 0;
  }
}

function read(key: string): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return typeof kept?.at === 'number' ? kept : undefined;
  } catch {
    return undefined;
  }
}
