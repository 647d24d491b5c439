import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect } from 'react';
import { AppContext, erasures, openAppContext, useLive } from './backend/app-context.ts';
import { FinderSoon } from './finder/finder-soon.tsx';
import { useFormats } from './format/formats.ts';
import { LanguageProvider, useTexts } from './language/language.tsx';
import { lazyPart, quietPart } from './lazy-part.ts';
import LivePage from './pages/live/live-page.tsx';
import { PAGE_NAMES } from './parts/page-title.tsx';
import { type PageName, useRoute } from './route.ts';
import { useSettings } from './settings/settings.ts';
import { Shell } from './shell/shell.tsx';
import { useStore } from './store.ts';
import { useTitlePart } from './title.ts';

const context = openAppContext();

/** The live page is there at once. */
const PAGE_VIEWS: Record<PageName, ComponentType> = {
  live: LivePage,
  calls: lazyPart(() => import('./pages/calls/calls-page.tsx')),
  contacts: lazyPart(() => import('./pages/contacts/contacts-page.tsx')),
  jobs: lazyPart(() => import('./pages/jobs/jobs-page.tsx')),
  couriers: lazyPart(() => import('./pages/couriers/couriers-page.tsx')),
  archive: lazyPart(() => import('./pages/archive/archive-page.tsx')),
  wallboard: lazyPart(() => import('./pages/wallboard/wallboard-page.tsx')),
  sources: lazyPart(() => import('./pages/sources/sources-page.tsx')),
};
const CallPanel = lazyPart(() => import('./call-panel/call-panel.tsx'));

const Alerts = quietPart(() => import('./alerts/alerts.tsx'));

const theme = createTheme({
  primaryColor: 'cyan',
  // The lighter shades of the kit are too faint on white for text and for white text on them.
  primaryShade: { light: 9, dark: 9 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

export function App() {
  const settings = useSettings();
  const erased = useStore(erasures);
  useEffect(() => context.phone.sitAt(settings.desk), [settings.desk]);
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={styleNonce}
      defaultColorScheme="auto"
      {...(settings.theme === 'auto' ? {} : { forceColorScheme: settings.theme })}
    >
      <AppContext value={context}>
        <QueryClientProvider client={context.queries}>
          <LanguageProvider chosen={settings.language}>
            <Suspense>
              <Alerts wanted={settings} />
            </Suspense>
            <TabTitle />
            {/* Lists and cards hold what they show for a while: whoever was erased must not stay in one. */}
            <Shell key={erased} views={PAGE_VIEWS} CallPanel={CallPanel} Finder={FinderSoon} />
          </LanguageProvider>
        </QueryClientProvider>
      </AppContext>
    </MantineProvider>
  );
}

/** What is new is seen from another tab too. */
function TabTitle() {
  const { unseen } = useLive();
  useTitlePart('page', useTexts(PAGE_NAMES)[useRoute().page]);
  const count = useFormats().count(unseen);
  useTitlePart('unseen', unseen > 0 ? `(${count})` : undefined);
  return null;
}

/** The server allows style elements with this nonce, and no others. */
function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
