import { useEffect, useState } from 'react';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Often enough that no minute is wrong for long. */
const EVERY = 10_000;

/** What time it is, for all that is told by how long ago it was. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The last sign of life, by how long ago it was. */
export function LastSeen({ at, now }: { readonly at: string | null; readonly now: number }) {
  const t = useLaterTexts().lastSeen;
  const { ago, when, exact } = useFormats();
  if (at === null) return <span className="muted">{t.never}</span>;
  const age = now - Date.parse(at);
  const words = age < MINUTE ? t.now : age < 12 * HOUR ? ago(age) : when(at, now);
  return (
    <time dateTime={at} title={exact(at)}>
      {t.seen(words)}
    </time>
  );
}
