import type { LiveCall } from 'hookline-client/telephony';
import { usePhone } from '../../backend/office.ts';
import { useTexts } from '../../language/language.tsx';
import { useWhoInWords } from '../calls/caller-card.tsx';
import { numberOf, otherParty } from '../calls/other-party.ts';
import { useWho } from '../calls/who.ts';
import { WALLBOARD } from './texts.ts';
import classes from './wallboard.module.css';

const MOST = 3;

/** Who talks with whom just now, at any desk. */
export function OnThePhone() {
  const t = useTexts(WALLBOARD);
  const { state, calls } = usePhone();
  if (state === 'none') return null;
  const on = calls.filter((call) => call.state !== 'ended');
  return (
    <section className={classes.phone}>
      <h2>{t.talking}</h2>
      <ul>
        {on.slice(0, MOST).map((call) => (
          <li key={call.key}>
            <Party call={call} />
          </li>
        ))}
      </ul>
      {on.length > MOST && <p className={classes.number}>+{on.length - MOST}</p>}
      {on.length === 0 && <p className="muted">{t.nobody}</p>}
    </section>
  );
}

function Party({ call }: { call: LiveCall }) {
  const t = useTexts(WALLBOARD);
  const party = otherParty(call);
  const who = useWho(numberOf(party), party.name, party.line);
  const inWords = useWhoInWords()(who);
  const state = { dialing: t.rings, ringing: t.rings, held: t.held, connected: '', ended: '' };
  return (
    <>
      <span className={classes.number}>{call.extension}</span>{' '}
      <bdi className={who.name === undefined ? classes.number : undefined}>{inWords}</bdi>{' '}
      <span className="muted">{state[call.state]}</span>
    </>
  );
}
