import { useServerTime } from '../backend/server-clock.ts';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import classes from './by-desk.module.css';

const MINUTE = 60_000;

/** Who did something, and when. */
export interface Done {
  readonly desk: string;
  readonly at: string;
}

/** A desk as people call it: "Platz 21, Jana"; one without a number by its name alone. */
export function useDeskName(): (label: string) => string {
  const t = useTexts().stateLights;
  return (label) => (/^\d/.test(label) ? t.desk(label) : label);
}

interface ByDeskProps {
  readonly by: Done;
  /** It is held by them until somebody lets go: for how long already? */
  readonly isClaim?: boolean;
}

/** "Platz 21, Jana · 14:03 (vor 12 Min.)" */
export function ByDesk({ by, isClaim = false }: ByDeskProps) {
  const name = useDeskName();
  const { when, exact, ago } = useFormats();
  const minutes = useServerTime((now) =>
    isClaim ? Math.floor((now - Date.parse(by.at)) / MINUTE) : 0,
  );
  const label = name(by.desk);
  const [, place, person = label] = /^(.*?, )(.+)$/s.exec(label) ?? [];
  return (
    <span className={classes.by} title={`${label} · ${exact(by.at)}`}>
      <bdi>
        {place && <span className={classes.place}>{place}</span>}
        {person}
      </bdi>
      <span className={classes.at}>
        {' · '}
        <time dateTime={by.at}>{when(by.at)}</time>
      </span>
      {minutes > 0 && <span className={classes.age}> ({ago(minutes * MINUTE)})</span>}
    </span>
  );
}
