import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import classes from './by-desk.module.css';

const TEXTS = {
  de: { desk: (label: string) => `Platz ${label}` },
  en: { desk: (label: string) => `Desk ${label}` },
};

/** Who did something, and when. */
export interface Done {
  readonly desk: string;
  readonly at: string;
}

/** A desk as people call it: "Platz 21, Jana"; one without a number by its name alone. */
export function useDeskName(): (label: string) => string {
  const t = useTexts(TEXTS);
  return (label) => (/^\d/.test(label) ? t.desk(label) : label);
}

/** "Platz 21, Jana · 14:03" */
export function ByDesk({ by }: { by: Done }) {
  const name = useDeskName();
  const { when, exact } = useFormats();
  return (
    <span className={classes.by} title={`${name(by.desk)} · ${exact(by.at)}`}>
      <bdi>{name(by.desk)}</bdi>
      {' · '}
      <time dateTime={by.at}>{when(by.at)}</time>
    </span>
  );
}
