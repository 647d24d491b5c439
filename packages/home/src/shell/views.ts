import { type ComponentType, lazy } from 'react';
import LivePage from '../pages/live/live-page.tsx';
import type { PageName } from '../route.ts';

const PARTS = {
  panel: () => import('../pages/calls/call-panel.tsx'),
  calls: () => import('../pages/calls/calls-page.tsx'),
  contacts: () => import('../pages/contacts/contacts-page.tsx'),
  jobs: () => import('../pages/jobs/jobs-page.tsx'),
  archive: () => import('../pages/archive/archive-page.tsx'),
  wallboard: () => import('../pages/wallboard/wallboard-page.tsx'),
  settings: () => import('../settings/settings-dialog.tsx'),
  shortcuts: () => import('../shortcuts/shortcuts-dialog.tsx'),
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
