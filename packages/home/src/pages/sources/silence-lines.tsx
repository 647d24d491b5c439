import type { SilenceWatch } from '@hookline/contract';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Icon } from '../../parts/icon.tsx';
import classes from './sources.module.css';

/** Who is watched, those that are silent first. */
export function SilenceLines({ watches }: { readonly watches: readonly SilenceWatch[] }) {
  const t = useLaterTexts().sources;
  const { when, number } = useFormats();
  if (watches.length === 0) return null;
  const urls = new Map<string, string>(Object.entries(t.url));
  const sorted = watches.toSorted((a, b) => Number(b.isSilent) - Number(a.isSilent));
  return (
    <section aria-label={t.silence}>
      <ul className={classes.silence}>
        {sorted.map(({ name: source, isSilent, isCounted, quietSince, seconds }) => {
          const name = urls.get(source) ?? source;
          return (
            <li key={source} data-is-silent={isSilent}>
              {isSilent && <Icon name="warning" />}
              {isSilent && quietSince !== null
                ? t.quiet(name, when(quietSince))
                : isCounted
                  ? t.watched(name, number(seconds / 60))
                  : t.notCounted(name)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
