import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLive, useOffice } from '../backend/office.ts';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import classes from './connection-line.module.css';
import { tell } from './messages.ts';
import { useOnline } from './online.ts';
import { STATE } from './state-texts.ts';

/** A restart or a change of network takes a moment; only what lasts is worth a line. */
const PATIENCE = 2000;

/** Says in plain words that the page is not up to date, and since when. */
export function ConnectionLine() {
  const t = useTexts(STATE);
  const { time } = useFormats();
  const { live } = useOffice();
  const { state, instance } = useLive();
  const isOnline = useOnline();
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
    const timer = setTimeout(() => setLostAt(since), PATIENCE);
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
