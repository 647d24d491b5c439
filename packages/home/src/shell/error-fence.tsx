import { Component, type ReactNode, useEffect } from 'react';
import { useTexts } from '../language/language.tsx';
import { Button } from '../parts/button.tsx';
import { NothingHere } from '../parts/nothing-here.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import type { PageName } from '../route.ts';
import classes from './shell.module.css';

const ASK_EVERY = 3000;
/** At most one reload in this time: a file that is missing for another reason must not loop. */
const PAUSE = 30_000;
const KEY = 'hookline reloaded';

/** As Chromium, Firefox and Safari say that a part of the page could not be fetched. */
const SAYINGS = /dynamically imported module|Importing a module script failed|preload CSS/i;

interface FenceProps {
  readonly children: ReactNode;
  /** Where a whole page fails, its heading stays. */
  readonly page?: PageName;
  /** What would have stood before the page: below it, nobody would see what became of it. */
  readonly isDialog?: boolean;
}

/** What fails inside does not take the rest of the page with it: the telephone goes on ringing. */
export class ErrorFence extends Component<FenceProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { children, page, isDialog = false } = this.props;
    if (error === undefined) return children;
    return (
      <>
        {page && <PageTitle page={page} />}
        <div role="alert" className={isDialog ? classes.lost : undefined}>
          {isMissingPart(error) ? <Missing /> : <Broken error={error} />}
        </div>
      </>
    );
  }
}

function Broken({ error }: { error: unknown }) {
  const t = useTexts().shell;
  return (
    <NothingHere icon="warning" title={t.broken}>
      <p className="foreign">{String(error)}</p>
      <Reload />
    </NothingHere>
  );
}

function Missing() {
  const t = useTexts().shell;
  useEffect(reloadOnceServed, []);
  return (
    <NothingHere icon="refresh" title={t.missing}>
      <p>{t.missingHint}</p>
      <Reload />
    </NothingHere>
  );
}

function Reload() {
  const t = useTexts().shell;
  return <Button onClick={() => location.reload()}>{t.reload}</Button>;
}

/**
 * A page that stays open for weeks asks for a part of itself that an update of the server has
 * replaced, or that cannot be fetched because the server is away.
 */
function isMissingPart(error: unknown): boolean {
  return error instanceof Error && SAYINGS.test(error.message);
}

/**
 * Only a reload brings a missing part, and only when the server is there: before that the page
 * would be gone and not come back by itself. Answers how to call it off.
 */
export function reloadOnceServed(): () => void {
  const asking = setInterval(async () => {
    const answer = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!answer?.ok || Date.now() - last < PAUSE) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  }, ASK_EVERY);
  return () => clearInterval(asking);
}
