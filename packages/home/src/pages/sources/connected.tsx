import type { Sources } from '@hookline/contract';
import { useLive, usePhone } from '../../backend/app-context.ts';
import { useReadiness } from '../../backend/readiness.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Icon } from '../../parts/icon.tsx';
import classes from './sources.module.css';

/** What is connected and what is not, each in a sentence. */
export function Connected({ sources }: { readonly sources: Sources }) {
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
