import type { Call } from '../backend/archive.ts';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import { shortText } from '../parts/calls/address-facts.ts';
import { dialable } from '../parts/calls/archived-call.ts';
import { useOpenMissedCalls } from '../parts/calls/missed-calls.ts';
import { PhoneLink } from '../parts/phone-link.tsx';
import { linkTo } from '../route.ts';
import classes from './call-panel.module.css';

const TEXTS = {
  de: {
    title: (count: string) => `Verpasst und offen: ${count}`,
    withheld: 'Nummer unterdrückt',
    all: 'Alle verpassten',
  },
  en: {
    title: (count: string) => `Missed and open: ${count}`,
    withheld: 'Number withheld',
    all: 'All missed',
  },
};

const MOST = 4;

/** Who still waits to be called back. */
export function OpenMissed() {
  const t = useTexts(TEXTS);
  const { calls, count, plus } = useOpenMissedCalls();
  const { number } = useFormats();
  if (calls.length === 0) return null;
  return (
    <section className={classes.missed}>
      <h2>{t.title(number(count) + plus)}</h2>
      <ul>
        {calls.slice(0, MOST).map((call) => (
          <MissedLine key={call.id} call={call} />
        ))}
      </ul>
      <a href={linkTo('calls', 'missed')}>{t.all}</a>
    </section>
  );
}

function MissedLine({ call }: { call: Call }) {
  const t = useTexts(TEXTS);
  const { when } = useFormats();
  const number = dialable(call);
  const name = shortText(call.name, 60);
  return (
    <li>
      <span className="foreign">{name ?? (number === null ? t.withheld : undefined)}</span>
      {number !== null && <PhoneLink number={number} name={name ?? null} />}
      {call.startedAt && (
        <time className="muted numbers" dateTime={call.startedAt}>
          {when(call.startedAt)}
        </time>
      )}
    </li>
  );
}
