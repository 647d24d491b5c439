import { lazy, Suspense, useCallback, useState } from 'react';
import { Loading } from '../components/nothing-here.tsx';
import { useTexts } from '../language/language.tsx';
import { CallPanel } from '../pages/calls/call-panel.tsx';
import { FindAnyoneSoon } from '../pages/contacts/find-anyone-soon.tsx';
import LivePage from '../pages/live/live-page.tsx';
import { type PageName, useRoute } from '../route.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { ConnectionLine } from './connection-line.tsx';
import { ErrorFence } from './error-fence.tsx';
import { Messages } from './messages-view.tsx';
import { PageShortcuts } from './page-shortcuts.tsx';
import classes from './shell.module.css';
import { SHELL } from './texts.ts';
import { TopBar } from './top-bar.tsx';

/** The live page is there at once; the others come when they are asked for. */
const VIEWS: Record<Exclude<PageName, 'wallboard'>, React.ComponentType> = {
  live: LivePage,
  calls: lazy(() => import('../pages/calls/calls-page.tsx')),
  contacts: lazy(() => import('../pages/contacts/contacts-page.tsx')),
  jobs: lazy(() => import('../pages/jobs/jobs-page.tsx')),
  archive: lazy(() => import('../pages/archive/archive-page.tsx')),
};
const Wallboard = lazy(() => import('../pages/wallboard/wallboard-page.tsx'));
const SettingsDialog = lazy(() => import('../settings/settings-dialog.tsx'));
const ShortcutsDialog = lazy(() => import('../shortcuts/shortcuts-dialog.tsx'));

type Dialog = 'search' | 'settings' | 'shortcuts' | undefined;

/** Bar, page and telephone. The wallboard stands alone. */
export function Shell() {
  const t = useTexts(SHELL);
  const { page } = useRoute();
  const [dialog, setDialog] = useState<Dialog>();
  const close = useCallback(() => setDialog(undefined), []);
  const search = useCallback(() => setDialog('search'), []);
  const shortcuts = useCallback(() => setDialog('shortcuts'), []);
  useShortcut('/', t.search, search);
  useShortcut('?', t.shortcuts, shortcuts);
  if (page === 'wallboard') {
    return (
      <ErrorFence>
        <PageShortcuts />
        <Suspense fallback={<Loading />}>
          <Wallboard />
        </Suspense>
      </ErrorFence>
    );
  }
  const View = VIEWS[page];
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={focusContent}>
        {t.skip}
      </button>
      <PageShortcuts />
      <div className={classes.top}>
        <TopBar
          onSearch={search}
          onSettings={() => setDialog('settings')}
          onShortcuts={shortcuts}
        />
        <ConnectionLine />
      </div>
      <aside className={classes.calls} aria-label={t.calls}>
        <ErrorFence>
          <CallPanel />
        </ErrorFence>
      </aside>
      <main className={classes.main} id="content" tabIndex={-1}>
        <ErrorFence key={page}>
          <Suspense fallback={<Loading />}>
            <View />
          </Suspense>
        </ErrorFence>
      </main>
      <ErrorFence>
        <FindAnyoneSoon isOpen={dialog === 'search'} onClose={close} />
      </ErrorFence>
      <Suspense>
        {dialog === 'settings' && <SettingsDialog onClose={close} />}
        {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
      <Messages />
    </div>
  );
}

/** Not a link: the address names the page, and a jump inside it would change that. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}
