import type { Source } from '@hookline/contract';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ReadingLink } from '../../parts/reading-link.tsx';
import classes from './sources.module.css';

export function SourceList({ sources }: { readonly sources: readonly Source[] }) {
  const t = useLaterTexts().sources;
  // Where nobody has a name, it says nothing that one has none.
  const hasNames = sources.some(({ sender }) => sender !== null);
  return (
    <section className="stack">
      <h2 className="heading">{t.list}</h2>
      <ul className={classes.sources}>
        {sources.map((source) => (
          <SourceCard key={`${source.sender} ${source.url}`} source={source} hasNames={hasNames} />
        ))}
      </ul>
    </section>
  );
}

function SourceCard(props: { readonly source: Source; readonly hasNames: boolean }) {
  const t = useLaterTexts().sources;
  const urls = { ...useTexts().live.channels, other: t.otherUrl };
  const { when, number } = useFormats();
  const { source, hasNames } = props;
  const { sender, url, lastEventAt, today, hours, refusedToday, refusals } = source;
  const name = [hasNames && (sender ?? t.noName), url && urls[url]].filter(Boolean).join(', ');
  return (
    <li className={classes.source}>
      <h3>
        {hasNames && <span className="foreign">{sender ?? t.noName}</span>}
        {url !== null && <span className={hasNames ? 'muted' : undefined}>{urls[url]}</span>}
        {source.isSilent && <Badge kind="due">{t.silent}</Badge>}
        {!source.isConfigured && <Badge kind="label">{t.notConfigured}</Badge>}
      </h3>
      <dl>
        <div>
          <dt>{t.last}</dt>
          <dd>{lastEventAt === null ? t.never : when(lastEventAt)}</dd>
        </div>
        <div>
          <dt>{t.today}</dt>
          <dd>{number(today)}</dd>
        </div>
      </dl>
      <Hours counts={hours} />
      <ReadingLink sender={sender} channel={url} label={`${t.reading}: ${name}`}>
        {t.reading}
      </ReadingLink>
      {refusals.length > 0 && (
        <div className={classes.refusals}>
          <h4>
            {t.refused}
            {refusedToday > 0 && ` · ${t.refusedToday(number(refusedToday))}`}
          </h4>
          <ul>
            {refusals.map((refusal) => (
              <li key={`${refusal.cause} ${refusal.path}`}>
                {t.cause[refusal.cause]} {refusal.path && <code>{refusal.path}</code>}
                <span className="muted">
                  {refusal.count > 1 && `${t.times(number(refusal.count))} `}
                  {when(refusal.at)} · {refusal.status}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

/** The last 24 hours as bars; in words for those who do not see them. */
function Hours({ counts }: { readonly counts: readonly number[] }) {
  const t = useLaterTexts().sources;
  const most = Math.max(...counts);
  if (most === 0) return null;
  return (
    <svg
      className={classes.hours}
      viewBox="0 0 96 20"
      preserveAspectRatio="none"
      role="img"
      aria-label={t.hours(counts.join(', '))}
    >
      {counts.map((count, hour) => {
        const height = count === 0 ? 0.5 : 2 + (17 * count) / most;
        // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
        return <rect key={hour} x={hour * 4} y={20 - height} width={3} height={height} />;
      })}
    </svg>
  );
}
