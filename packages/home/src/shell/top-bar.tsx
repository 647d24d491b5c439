import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useLive } from '../backend/app-context.ts';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import { Badge } from '../parts/badge.tsx';
import { useOpenMissedCalls } from '../parts/calls/missed-calls.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { PAGE_NAMES } from '../parts/page-title.tsx';
import { linkFromBar, linkTo, PAGES, type PageName, useRoute } from '../route.ts';
import classes from './shell.module.css';
import { StateLights } from './state-lights.tsx';
import { SHELL } from './texts.ts';

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
  const t = useTexts(SHELL);
  return (
    <header className={classes.bar}>
      <a className={classes.brand} href={linkTo('live')}>
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
        <span>Hookline</span>
      </a>
      <Navigation />
      <UnstyledButton className={classes.search} onClick={onSearch}>
        <Icon name="search" />
        <span>{t.searchHint}</span>
        <Kbd aria-hidden="true">/</Kbd>
      </UnstyledButton>
      <StateLights />
      <div className={classes.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t.shortcuts}
          onClick={onShortcuts}
        >
          <Icon name="help" size={20} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t.settings}
          onClick={onSettings}
        >
          <Icon name="settings" size={20} />
        </ActionIcon>
      </div>
    </header>
  );
}

function Navigation() {
  const t = useTexts(SHELL);
  const pages = useTexts(PAGE_NAMES);
  const { number, count: counted } = useFormats();
  const { page: here } = useRoute();
  const { unseen } = useLive();
  const missed = useOpenMissedCalls();
  const counts: Partial<Record<PageName, { count: string; label: string }>> = {};
  if (unseen > 0) counts.live = { count: counted(unseen), label: t.unseen(counted(unseen)) };
  if (missed.count > 0) {
    const count = number(missed.count);
    counts.calls = { count: count + missed.plus, label: t.missed(count) };
  }
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
          {counts[page] && (
            <Badge kind="due" isRound>
              <span aria-hidden="true">{counts[page].count}</span>
              <span className="spoken">{counts[page].label}</span>
            </Badge>
          )}
        </a>
      ))}
    </nav>
  );
}
