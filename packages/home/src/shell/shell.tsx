import {
  type ComponentType,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePhone } from '../backend/app-context.ts';
import { useKeptSession } from '../backend/session.ts';
import { deskWanted } from '../desk.ts';
import { useTexts } from '../language/language.tsx';
import { fetchAllParts, lazyPart, quietPart } from '../lazy-part.ts';
import { Button } from '../parts/button.tsx';
import { formWanted } from '../parts/contacts/form-wanted.ts';
import { Loading } from '../parts/nothing-here.tsx';
import { NoticeStrip } from '../parts/notice.tsx';
import { linkFromBar, PAGES, type PageName, routeOf, useRoute } from '../route.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { useStore } from '../store.ts';
import { ErrorFence } from './error-fence.tsx';
import { AccessLine, ConnectionLine, RebuildLine } from './notice-lines.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/** Long enough after the first view that it is not held up. */
const LEISURE = 3000;

const SettingsDialog = lazyPart(() => import('../settings/settings-dialog.tsx'));
const ContactForms = lazyPart(() => import('../parts/contacts/contact-form.tsx'));
const DeskDialog = lazyPart(() => import('../settings/desk-dialog.tsx'));
const ShortcutsDialog = lazyPart(() => import('../shortcuts/shortcuts-dialog.tsx'));

const MessageCorner = quietPart(() => import('./message-corner.tsx'));
const AlertOffer = quietPart(() => import('../settings/alert-offer.tsx'));

type Dialog = 'search' | 'settings' | 'shortcuts' | undefined;

interface ShellProps {
  readonly views: Record<PageName, ComponentType>;
  /** What stands beside every page but the wallboard. */
  readonly CallPanel: ComponentType;
  readonly Finder: ComponentType<{ readonly isOpen: boolean; readonly onClose: () => void }>;
}

/** Bar, page and telephone. The wallboard stands alone. */
export function Shell({ views, CallPanel, Finder }: ShellProps) {
  const t = useTexts().shell;
  const { page } = useRoute();
  const { state: telephone, isKnown } = usePhone();
  const hasTelephone = isKnown && telephone !== 'none';
  const isFormWanted = useStore(formWanted);
  const isDeskWanted = useStore(deskWanted) !== undefined;
  const [dialog, setDialog] = useState<Dialog>();
  const close = useCallback(() => setDialog(undefined), []);
  const search = useCallback(() => setDialog('search'), []);
  const shortcuts = useCallback(() => setDialog('shortcuts'), []);
  useShortcut('/', t.search, search);
  useShortcut('?', t.shortcuts, shortcuts);
  useKeptSession();
  useEffect(() => {
    const timer = setTimeout(fetchAllParts, LEISURE);
    return () => clearTimeout(timer);
  }, []);
  const top = useRef<HTMLDivElement>(null);
  useRoomAbove(top, page);
  const View = views[page];
  if (page === 'wallboard') {
    return (
      <ErrorFence page={page}>
        <PageShortcuts />
        <Suspense fallback={<Loading />}>
          <View />
        </Suspense>
      </ErrorFence>
    );
  }
  return (
    <div className={classes.shell}>
      <Button className={classes.skip} data-behind onClick={focusContent}>
        {t.skip}
      </Button>
      <PageShortcuts />
      <div ref={top} className={classes.top} data-behind>
        <ErrorFence>
          <TopBar
            onSearch={search}
            onSettings={() => setDialog('settings')}
            onShortcuts={shortcuts}
          />
          <NoticeStrip
            before={<ConnectionLine />}
            after={[
              <AccessLine key="access" />,
              <RebuildLine key="rebuild" />,
              <Suspense key="offer">
                <AlertOffer />
              </Suspense>,
            ]}
          />
        </ErrorFence>
      </div>
      <aside className={classes.calls} aria-label={t.calls} data-kept={hasTelephone || undefined}>
        <ErrorFence>
          <Suspense>{hasTelephone && <CallPanel />}</Suspense>
        </ErrorFence>
      </aside>
      <main className={classes.main} id="content" tabIndex={-1} data-behind>
        <ErrorFence key={page} page={page}>
          <Suspense fallback={<Loading />}>
            <View />
          </Suspense>
        </ErrorFence>
      </main>
      <ErrorFence isDialog>
        <Finder isOpen={dialog === 'search'} onClose={close} />
      </ErrorFence>
      <ErrorFence isDialog>
        <Suspense>{isFormWanted && <ContactForms />}</Suspense>
      </ErrorFence>
      <ErrorFence isDialog>
        <Suspense>
          {dialog === 'settings' && <SettingsDialog onClose={close} />}
          {isDeskWanted && <DeskDialog />}
          {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        </Suspense>
      </ErrorFence>
      <Suspense>
        <MessageCorner />
      </Suspense>
    </div>
  );
}

/** Tells the styles how much of the screen stays above the page when it scrolls. */
function useRoomAbove(top: RefObject<HTMLElement | null>, page: PageName): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallboard has nothing above it
  useLayoutEffect(() => {
    const measured = new ResizeObserver(() => {
      const height = top.current?.offsetHeight ?? 0;
      document.documentElement.style.setProperty('--above', `${height}px`);
    });
    if (top.current) measured.observe(top.current);
    return () => measured.disconnect();
  }, [top, page === 'wallboard']);
}

/** Not a link: the address names the page, and a jump inside it would change that. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}

/** 1, 2, 3 … go to the pages, in the order of the bar. */
function PageShortcuts() {
  return PAGES.map((page, at) => <PageShortcut key={page} digit={String(at + 1)} page={page} />);
}

function PageShortcut({ digit, page }: { digit: string; page: PageName }) {
  const t = useTexts().shell;
  const pages = useTexts().pageNames;
  const run = useCallback(() => {
    location.hash = linkFromBar(page, routeOf(location.hash).page);
  }, [page]);
  useShortcut(digit, t.goTo(pages[page]), run);
  return null;
}
