import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useAppContext, useLive } from '../backend/app-context.ts';
import { useReadiness } from '../backend/readiness.ts';
import { useSession } from '../backend/session.ts';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import classes from './notice-lines.module.css';
import { STATE } from './state-texts.ts';
import { SHELL } from './texts.ts';

/** A restart or a change of network takes a moment; only what lasts is worth a line. */
const TIMEOUT = 2000;

/** Says in plain words that the page is not up to date, and since when. */
export function ConnectionLine() {
  const t = useTexts(STATE);
  const { time } = useFormats();
  const { live } = useAppContext();
  const { state, instance } = useLive();
  const { online: isOnline } = useNetwork();
  const lostAt = useLostAt(state === 'live');
  useToldOfRestart(instance);
  if (lostAt === undefined) return null;
  return (
    <div className={classes.line} role="status">
      <span>
        <strong>{isOnline ? t.live[state] : t.noNetwork}</strong> {t.since(time(lostAt))}.{' '}
        {t.liveHelp[state] ?? t.stale}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => live.retry()}>
        {t.retry}
      </Button>
    </div>
  );
}

/** When the line was lost, once it has been gone for a while. */
function useLostAt(isLive: boolean): number | undefined {
  const [lostAt, setLostAt] = useState<number>();
  useEffect(() => {
    if (isLive) {
      setLostAt(undefined);
      return;
    }
    const since = Date.now();
    const timer = setTimeout(() => setLostAt(since), TIMEOUT);
    return () => clearTimeout(timer);
  }, [isLive]);
  return lostAt;
}

function useToldOfRestart(instance: string | undefined): void {
  const t = useTexts(STATE);
  const before = useRef(instance);
  useEffect(() => {
    if (before.current !== undefined && before.current !== instance) tell('good', t.restarted);
    before.current = instance;
  }, [instance, t]);
}

/** Says why the archive is empty on a server that others can reach and that nobody has closed. */
export function AccessLine() {
  const t = useTexts(SHELL);
  if (useSession()?.configured !== false) return null;
  return (
    <div className={classes.line} role="status">
      <span>
        <strong>{t.archiveClosed}</strong> {t.archiveClosedHelp}
      </span>
    </div>
  );
}

/** Says why lists may still change by themselves after an update. Nothing is to be done about it. */
export function RereadingLine() {
  const t = useTexts(SHELL);
  const { number } = useFormats();
  const percent = useReadiness()?.rereading ?? undefined;
  if (percent === undefined) return null;
  return (
    <div className={classes.calm} role="status">
      <span>{t.rereading}</span>
      {/* Not read aloud with every step. */}
      <progress aria-label={t.rereading} value={percent} max={100} />
      <span className="numbers" aria-hidden="true">
        {number(percent)} %
      </span>
    </div>
  );
}
