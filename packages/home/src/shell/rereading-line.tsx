import { useReadiness } from '../backend/readiness.ts';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import classes from './connection-line.module.css';
import { SHELL } from './texts.ts';

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
