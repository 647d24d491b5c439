import { type ComponentType, lazy } from 'react';
import LivePage from '../pages/live/live-page.tsx';
import type { PageName } from '../route.ts';

/**
 * Styles that could not be fetched are not asked for again by what loads a part: it would be shown
 * without them. So whoever asks for it after that is told as if for the first time.
 */
function whole<T>(fetchPart: () => Promise<T>): () => Promise<T> {
  let failed: Promise<T> | undefined;
  return () => {
    const fetched = failed ?? fetchPart();
    fetched.catch(() => {
      failed = fetched;
    });
    return fetched;
  };
}

const PARTS = {
  panel: () => import('../pages/calls/call-panel.tsx'),
  calls: whole(() => import('../pages/calls/calls-page.tsx')),
  contacts: whole(() => import('../pages/contacts/contacts-page.tsx')),
  jobs: whole(() => import('../pages/jobs/jobs-page.tsx')),
  archive: whole(() => import('../pages/archive/archive-page.tsx')),
  wallboard: whole(() => import('../pages/wallboard/wallboard-page.tsx')),
  settings: whole(() => import('../settings/settings-dialog.tsx')),
  shortcuts: whole(() => import('../shortcuts/shortcuts-dialog.tsx')),
};

/** The live page is there at once; the others come when they are asked for, or at leisure. */
export const VIEWS: Record<PageName, ComponentType> = {
  live: LivePage,
  calls: lazy(PARTS.calls),
  contacts: lazy(PARTS.contacts),
  jobs: lazy(PARTS.jobs),
  archive: lazy(PARTS.archive),
  wallboard: lazy(PARTS.wallboard),
};
export const CallPanel = lazy(PARTS.panel);
export const SettingsDialog = lazy(PARTS.settings);
export const ShortcutsDialog = lazy(PARTS.shortcuts);

/** Who goes to another page while the server is away finds it all the same. */
export function fetchOtherViews(): void {
  for (const part of Object.values(PARTS)) {
    // Whoever asks for the part itself is told; until then nobody misses it.
    part().catch(() => {});
  }
}
