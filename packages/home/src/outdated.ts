/** At most one reload in this time: a file that is missing for another reason must not loop. */
const PAUSE = 30_000;
const KEY = 'hookline reloaded';

/**
 * A page that stays open for weeks asks for a part of itself that an update of the server has
 * replaced. Only a reload brings the new page.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < PAUSE) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
