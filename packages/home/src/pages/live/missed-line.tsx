import { CloseButton } from '@mantine/core';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import classes from './live.module.css';
import { LIVE } from './texts.ts';
import { useMissed } from './use-seen.ts';

/** Says that events came and went while there was no line. */
export function MissedLine({ isArchiveAway }: { readonly isArchiveAway: boolean }) {
  const t = useTexts(LIVE);
  const { number } = useFormats();
  const [missed, dismiss] = useMissed();
  return (
    <div role="status">
      {missed > 0 && (
        <div className={classes.missed}>
          <span>
            {t.missed(number(missed))} {!isArchiveAway && t.missedFound}
          </span>
          <CloseButton size="sm" aria-label={t.dismiss} onClick={dismiss} />
        </div>
      )}
    </div>
  );
}
