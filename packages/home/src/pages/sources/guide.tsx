import type { Sources } from '@hookline/contract';
import { useLaterTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/payload-copy.tsx';
import classes from './sources.module.css';

type Target = Sources['urls'][number];

/** What is worth sending to each URL; the numbers are kept free for films and examples. */
const EXAMPLES: Record<Target['url'], object> = {
  jobs: { auftragsnummer: 'A-1001', status: 'neu', abholung: { name: 'Labor', ort: 'Berlin' } },
  kunden: { name: 'Praxis Beispiel', telefon: '030 23125 101' },
  kuriere: { name: 'Kurier 7', telefon: '030 23125 107', status: 'frei' },
  generic: { hallo: 'Hookline' },
};

/** For each URL a command that sends to it. Secrets are never shown: where one goes stands a word. */
export function Guide({ title, sources }: { readonly title?: string; readonly sources: Sources }) {
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
  const text = commandFor(target, t.placeholder);
  const copy = async () => {
    if (await copyText(text)) tell('good', t.copied);
    else tell('bad', t.copyFailed, t.byHand);
  };
  return (
    <div className={classes.command}>
      <h3>{t.url[target.url]}</h3>
      <Button
        look="quiet"
        isSmall
        icon="copy"
        aria-label={`${t.copy}: ${t.url[target.url]}`}
        onClick={copy}
      >
        {t.copy}
      </Button>
      <code>{text}</code>
      {target.needsSignature && <p className="muted">{t.signed}</p>}
    </div>
  );
}

export function commandFor({ url, path, needsToken }: Target, placeholder: string): string {
  const token = needsToken ? ` -H 'X-Webhook-Token: ${placeholder}'` : '';
  return `curl${token} -d '${JSON.stringify(EXAMPLES[url])}' ${location.origin}${path}`;
}
