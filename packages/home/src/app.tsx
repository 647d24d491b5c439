import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect } from 'react';
import { AppContext, erasures, openAppContext, useLive } from './backend/app-context.ts';
import { useLateJobs } from './backend/archive.ts';
import { useSourceTrouble } from './backend/sources.ts';
import { FinderSoon } from './finder/finder-soon.tsx';
import { useFormats } from './format/formats.ts';
import { taught } from './format/use-payload-reader.ts';
import { LanguageProvider, useTexts } from './language/language.tsx';
import { lazyPart, quietPart } from './lazy-part.ts';
import LivePage from './pages/live/live-page.tsx';
import { type PageName, useRoute } from './route.ts';
import { useSettings } from './settings/settings.ts';
import { reloadOnceServed } from './shell/error-fence.tsx';
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

const Taught = quietPart(() => import('./backend/taught.tsx'));
const learn = taught.set.bind(taught);

export function App() {
  const settings = useSettings();
  const erased = useStore(erasures);
  useEffect(() => context.phone.sitAt(settings.desk), [settings.desk]);
  return (
    <AppContext value={context}>
      <QueryClientProvider client={context.queries}>
        <LanguageProvider chosen={settings.language} onMissing={reloadOnceServed}>
          <Suspense>
            <Alerts wanted={settings} />
            <Taught onLearned={learn} />
          </Suspense>
          <TabTitle />
          {/* Lists and cards hold what they show for a while: whoever was erased must not stay in one. */}
          <Shell key={erased} views={PAGE_VIEWS} CallPanel={CallPanel} Finder={FinderSoon} />
        </LanguageProvider>
      </QueryClientProvider>
    </AppContext>
  );
}

/** What is new and what is wrong is seen from another tab too. */
function TabTitle() {
  const { unseen } = useLive();
  useTitlePart('page', useTexts().pageNames[useRoute().page]);
  const { shell, trouble } = useTexts();
  const { count } = useFormats();
  const late = useLateJobs();
  const { silent = 0, refused = 0 } = useSourceTrouble() ?? {};
  const wrong = [
    late > 0 && shell.late(count(late)),
    silent + refused > 0 && trouble.sources(count(silent + refused)),
  ].filter(Boolean);
  useTitlePart('wrong', wrong.length > 0 ? `⚠ ${wrong.join(', ')} –` : undefined);
  useTitlePart('unseen', unseen > 0 ? `(${count(unseen)})` : undefined);
  return null;
}
