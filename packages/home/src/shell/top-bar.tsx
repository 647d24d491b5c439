import { useLive } from '../backend/app-context.ts';
import { useLateJobs } from '../backend/archive.ts';
import { useSourceTrouble } from '../backend/sources.ts';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import { Badge } from '../parts/badge.tsx';
import { IconButton } from '../parts/button.tsx';
import { useOpenMissedCalls } from '../parts/calls/missed-calls.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { linkFromBar, linkTo, PAGES, type PageName, useRoute } from '../route.ts';
import classes from './shell.module.css';
import { StateLights } from './state-lights.tsx';

const ICONS: Record<PageName, IconName> = {
  live: 'live',
  calls: 'phone',
  contacts: 'book',
  jobs: 'jobs',
  couriers: 'bike',
  archive: 'archive',
  wallboard: 'screen',
  sources: 'sources',
};

interface TopBarProps {
  readonly onSearch: () => void;
  readonly onSettings: () => void;
  readonly onShortcuts: () => void;
}

export function TopBar({ onSearch, onSettings, onShortcuts }: TopBarProps) {
  const t = useTexts().shell;
  return (
    <header className={classes.bar}>
      <a className={classes.brand} href={linkTo('live')}>
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
        <span className="spoken-on-phone">Hookline</span>
      </a>
      <Navigation />
      <button type="button" className={classes.search} onClick={onSearch}>
        <Icon name="search" />
        <span className={classes.hint}>{t.searchHint}</span>
        <span className={classes.key} aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </button>
      <StateLights />
      <div className={classes.tools}>
        <IconButton isLarge aria-label={t.shortcuts} onClick={onShortcuts} icon="help" />
        <IconButton isLarge aria-label={t.settings} onClick={onSettings} icon="settings" />
      </div>
    </header>
  );
}

function Navigation() {
  const t = useTexts().shell;
  const pages = useTexts().pageNames;
  const { count: counted } = useFormats();
  const { page: here } = useRoute();
  const counts = useCounts();
  return (
    <nav className={classes.navigation} aria-label={t.navigation}>
      {PAGES.map((page) => (
        <a
          key={page}
          href={linkFromBar(page, here)}
          aria-current={page === here ? 'page' : undefined}
        >
          <Icon name={ICONS[page]} />
          <span>{pages[page]}</span>
          {counts[page] && counts[page].count > 0 && (
            <Badge kind={page === 'live' ? 'news' : 'due'} isRound title={counts[page].label}>
              <span className={classes.count} aria-hidden="true">
                {counted(counts[page].count)}
              </span>
              {counts[page].count > MOST_AT_ICON && (
                <span className={classes.few} aria-hidden="true">
                  {MOST_AT_ICON}+
                </span>
              )}
              <span className="spoken">{counts[page].label}</span>
            </Badge>
          )}
        </a>
      ))}
    </nav>
  );
}

/** More digits would lie over the icon that they stand at. */
const MOST_AT_ICON = 99;

/** What is new, and what somebody has to see to, whatever page is open. */
function useCounts(): Partial<Record<PageName, { count: number; label: string }>> {
  const t = useTexts().shell;
  const { count } = useFormats();
  const { unseen } = useLive();
  const missed = useOpenMissedCalls().callers;
  const late = useLateJobs();
  const { silent = 0, refused = 0 } = useSourceTrouble() ?? {};
  const troubles = [
    silent > 0 && t.silent(count(silent)),
    refused > 0 && t.refused(count(refused)),
  ];
  return {
    live: { count: unseen, label: t.unseen(count(unseen)) },
    calls: { count: missed, label: t.missed(count(missed)) },
    jobs: { count: late, label: t.late(count(late)) },
    sources: { count: silent + refused, label: troubles.filter(Boolean).join(', ') },
  };
}
