const ASK_EVERY = 3000;
/** At most one reload in this time: a file that is missing for another reason must not loop. */
const PAUSE = 30_000;
const KEY = 'hookline reloaded';

/** As Chromium, Firefox and Safari say that a part of the page could not be fetched. */
const SAYINGS = /dynamically imported module|Importing a module script failed|preload CSS/i;

/**
 * A page that stays open for weeks asks for a part of itself that an update of the server has
 * replaced, or that cannot be fetched because the server is away.
 */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && SAYINGS.test(error.message);
}

/**
 * Only a reload brings a missing part, and only when the server is there: before that the page
 * would be gone and not come back by itself. Answers how to call it off.
 */
export function reloadOnceServed(): () => void {
  const asking = setInterval(async () => {
    const answer = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!answer?.ok || Date.now() - last < PAUSE) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  }, ASK_EVERY);
  return () => clearInterval(asking);
}
