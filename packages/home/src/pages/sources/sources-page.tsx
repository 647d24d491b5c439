import type { SilenceWatch, Sources } from '@hookline/contract';
import { useLive, usePhone } from '../../backend/app-context.ts';
import { useReadiness } from '../../backend/readiness.ts';
import { useSources } from '../../backend/sources.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failed, Loading } from '../../parts/nothing-here.tsx';
import { StaleNotice } from '../../parts/notice.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { copyText } from '../../parts/payload-copy.tsx';
import TestEvent from '../../parts/test-event.tsx';
import { useRoute } from '../../route.ts';
import { ReadingView } from './reading/reading-view.tsx';
import { SourceList } from './source-list.tsx';
import classes from './sources.module.css';

/** Who sends what, who is refused or silent; and before anybody has sent, how that is done. */
export default function SourcesPage() {
  const t = useLaterTexts().sources;
  const texts = useTexts();
  const { data, error, refetch, dataUpdatedAt } = useSources();
  const { item: sender } = useRoute();
  const hasBegun = typeof data?.firstEventAt === 'string';
  if (data && sender !== undefined) return <ReadingView sender={sender} sources={data} />;
  return (
    <>
      <PageTitle page="sources">
        <TestEvent />
      </PageTitle>
      {!data && (error ? <Failed error={error} retry={refetch} /> : <Loading />)}
      {data && (
        <div className={classes.page}>
          {error && <StaleNotice trouble={error} since={dataUpdatedAt} />}
          {!hasBegun && <Connected sources={data} />}
          {!hasBegun && <Guide title={texts.live.howTo} sources={data} />}
          <SilenceLines watches={data.silence} />
          {data.sources.length > 0 && <SourceList sources={data.sources} />}
          {hasBegun && (
            <details className={classes.later}>
              <summary>{t.guideLater}</summary>
              <Connected sources={data} />
              <Guide sources={data} />
            </details>
          )}
        </div>
      )}
    </>
  );
}

/** What is connected and what is not, each in a sentence. */
function Connected({ sources }: { readonly sources: Sources }) {
  const t = useLaterTexts().sources;
  const { state } = useLive();
  const phone = usePhone();
  const readiness = useReadiness();
  const parts = {
    live: state === 'live',
    events: sources.firstEventAt !== null,
    archive:
      sources.hasArchive && readiness !== undefined && !readiness.concerns.includes('archive'),
    phone: phone.state === 'live',
  };
  return (
    <section aria-label={t.connected}>
      <ul className={classes.states}>
        {(Object.keys(parts) as (keyof typeof parts)[]).map((part) => (
          <li key={part} data-is-on={parts[part]}>
            <Icon name={parts[part] ? 'check' : 'close'} />
            {t.state[part][parts[part] ? 'on' : 'off']}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who is watched, those that are silent first. */
function SilenceLines({ watches }: { readonly watches: readonly SilenceWatch[] }) {
  const t = useLaterTexts().sources;
  const { channels } = useTexts().live;
  const { when, number } = useFormats();
  if (watches.length === 0) return null;
  const urls = new Map<string, string>(Object.entries(channels));
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

type Target = Sources['urls'][number];

/** What is worth sending to each URL; the numbers are kept free for films and examples. */
const EXAMPLES: Record<Target['url'], object> = {
  jobs: { auftragsnummer: 'A-1001', status: 'neu', abholung: { name: 'Labor', ort: 'Berlin' } },
  kunden: { name: 'Praxis Beispiel', telefon: '030 23125 101' },
  kuriere: { name: 'Kurier 7', telefon: '030 23125 107', status: 'frei' },
  generic: { hallo: 'Hookline' },
};

/** For each URL a command that sends to it. Secrets are never shown: where one goes stands a word. */
function Guide({ title, sources }: { readonly title?: string; readonly sources: Sources }) {
  const t = useLaterTexts().sources;
  const needsToken = sources.urls.some((target) => target.needsToken);
  return (
    <section className={classes.guide}>
      {title && <h2 className="heading">{title}</h2>}
      <p>
        {t.guideText} {needsToken && t.token(t.placeholder)}
      </p>
      {sources.urls.map((target) => (
        <Command key={target.url} target={target} />
      ))}
    </section>
  );
}

function Command({ target }: { readonly target: Target }) {
  const t = useLaterTexts().sources;
  const { live, payloadCopy } = useTexts();
  const name = live.channels[target.url];
  const text = commandFor(target, t.placeholder);
  const copy = async () => {
    if (await copyText(text)) tell('good', t.copied);
    else tell('bad', payloadCopy.failed, t.byHand);
  };
  return (
    <div className={classes.command}>
      <h3>{name}</h3>
      <Button look="quiet" isSmall icon="copy" aria-label={`${t.copy}: ${name}`} onClick={copy}>
        {t.copy}
      </Button>
      <code>{text}</code>
      {target.needsSignature && <p className="muted">{t.signed}</p>}
    </div>
  );
}

function commandFor({ url, path, needsToken }: Target, placeholder: string): string {
  const token = needsToken ? ` -H 'X-Webhook-Token: ${placeholder}'` : '';
  return `curl${token} -d '${JSON.stringify(EXAMPLES[url])}' ${location.origin}${path}`;
}
