import { useLive, usePhone } from '../../backend/office.ts';
import { useReadiness } from '../../backend/readiness.ts';
import { useTexts } from '../../language/language.tsx';
import { Icon } from '../../parts/icon.tsx';
import classes from './sources.module.css';
import { SOURCES } from './texts.ts';

/** What is connected and what is not, each in a sentence. */
export function Connected({ hasEvents }: { readonly hasEvents: boolean }) {
  const t = useTexts(SOURCES);
  const { state } = useLive();
  const phone = usePhone();
  const readiness = useReadiness();
  const parts = {
    live: state === 'live',
    events: hasEvents,
    archive: readiness !== undefined && !readiness.concerns.includes('archive'),
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
