import { useEffect, useRef, useState } from 'react';
import { useAppContext, useLive } from '../backend/app-context.ts';
import { useIsOnline, useReadiness } from '../backend/readiness.ts';
import { useSession } from '../backend/session.ts';
import { useFormats } from '../format/formats.ts';
import { textFor, useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';

/** A restart or a change of network takes a moment; only what lasts is worth a line. */
const TIMEOUT = 2000;

/** Says in plain words that the page is not up to date, and since when. */
export function ConnectionLine() {
  const t = useTexts().stateLights;
  const { time } = useFormats();
  const { live } = useAppContext();
  const { state, instance } = useLive();
  const isOnline = useIsOnline();
  const lostAt = useLostAt(state === 'live');
  useToldOfRestart(instance);
  if (lostAt === undefined) return null;
  return (
    <Notice
      kind="warning"
      title={isOnline ? t.live[state] : t.noNetwork}
      text={`${t.since(time(lostAt))}. ${textFor(t.liveHelp, state) ?? t.stale}`}
    >
      <Button isSmall onClick={() => live.retry()}>
        {t.retry}
      </Button>
    </Notice>
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
  const t = useTexts().stateLights;
  const before = useRef(instance);
  useEffect(() => {
    if (before.current !== undefined && before.current !== instance) tell('good', t.restarted);
    before.current = instance;
  }, [instance, t]);
}

/** Says why the archive is empty on a server that others can reach and that nobody has closed. */
export function AccessLine() {
  const t = useTexts().shell;
  if (useSession()?.configured !== false) return null;
  return <Notice kind="warning" title={t.archiveClosed} text={t.archiveClosedHelp} />;
}

/** Says why lists may still change by themselves after an update. Nothing is to be done about it. */
export function RebuildLine() {
  const t = useTexts().shell;
  const { number } = useFormats();
  const percent = useReadiness()?.rereading ?? undefined;
  if (percent === undefined) return null;
  return (
    <Notice kind="calm" text={t.rereading}>
      {/* Not read aloud with every step. */}
      <progress aria-label={t.rereading} value={percent} max={100} />
      <span className="numbers" aria-hidden="true">
        {number(percent)} %
      </span>
    </Notice>
  );
}
