import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import { Icon } from './icon.tsx';
import { useReason } from './nothing-here.tsx';
import classes from './stale-notice.module.css';

const TEXTS = {
  de: { asOf: (when: string) => `Stand: ${when}.` },
  en: { asOf: (when: string) => `As of ${when}.` },
};

/** What is shown may be old: the archive does not answer. It goes away by itself. */
export function StaleNotice({ trouble, since }: { trouble: unknown; since: number }) {
  const t = useTexts(TEXTS);
  const { time } = useFormats();
  return (
    <p className={classes.notice} role="status">
      <Icon name="warning" />
      <span>
        {useReason(trouble)} {t.asOf(time(since))}
      </span>
    </p>
  );
}
