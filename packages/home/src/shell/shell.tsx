import { Suspense, useCallback, useEffect, useState } from 'react';
import { usePhone } from '../backend/office.ts';
import { Loading } from '../components/nothing-here.tsx';
import { useTexts } from '../language/language.tsx';
import { FindAnyoneSoon } from '../pages/contacts/find-anyone-soon.tsx';
import { useRoute } from '../route.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { AccessLine } from './access-line.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { ErrorFence } from './error-fence.tsx';
import { Messages } from './messages-view.tsx';
import { PageShortcuts } from './page-shortcuts.tsx';
import { RereadingLine } from './rereading-line.tsx';
import { useKeptSession } from './session.ts';
import classes from './shell.module.css';
import { SHELL } from './texts.ts';
import { TopBar } from './top-bar.tsx';
import { CallPanel, fetchOtherViews, SettingsDialog, ShortcutsDialog, VIEWS } from './views.ts';

/** Long enough after the first view that it is not held up. */
const LEISURE = 3000;

type Dialog = 'search' | 'settings' | 'shortcuts' | undefined;

/** Bar, page and telephone. The wallboard stands alone. */
export function Shell() {
  const t = useTexts(SHELL);
  const { page } = useRoute();
  const { state: telephone, isKnown } = usePhone();
  const [dialog, setDialog] = useState<Dialog>();
  const close = useCallback(() => setDialog(undefined), []);
  const search = useCallback(() => setDialog('search'), []);
  const shortcuts = useCallback(() => setDialog('shortcuts'), []);
  useShortcut('/', t.search, search);
  useShortcut('?', t.shortcuts, shortcuts);
  useKeptSession();
  useEffect(() => {
    const timer = setTimeout(fetchOtherViews, LEISURE);
    return () => clearTimeout(timer);
  }, []);
  const View = VIEWS[page];
  if (page === 'wallboard') {
    return (
      <ErrorFence>
        <PageShortcuts />
        <Suspense fallback={<Loading />}>
          <View />
        </Suspense>
      </ErrorFence>
    );
  }
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
        <AccessLine />
        <RereadingLine />
      </div>
      <aside className={classes.calls} aria-label={t.calls}>
        <ErrorFence>
          <Suspense>{isKnown && telephone !== 'none' && <CallPanel />}</Suspense>
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
