import type { Call } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { TextButton } from '../../parts/button.tsx';
import { callFacts } from '../../parts/calls/archived-call.ts';
import { CallerPlace, KindChips } from '../../parts/calls/caller.tsx';
import { CallerHistory } from '../../parts/calls/caller-history.tsx';
import { asContact, toBeSaved, useWho } from '../../parts/calls/who.ts';
import { openContactForm } from '../../parts/contacts/open-form.ts';
import { callsOf, linkTo } from '../../route.ts';
import classes from './calls-page.module.css';

interface CallDetailsProps {
  readonly id: string;
  readonly call: Call;
  readonly number: string | null;
}

/** Who it was, and what else there was with them. */
export function CallDetails({ id, call, number }: CallDetailsProps) {
  const { callDetails: t, caller, callOutcome } = useLaterTexts();
  const { exact } = useFormats();
  const who = asContact(useWho(number, call.name, call.line), call.contact);
  const { extension } = callFacts(call);
  const times = [
    [t.began, call.startedAt && exact(call.startedAt)],
    [callOutcome.ended, call.endedAt && exact(call.endedAt)],
    [t.desk, extension],
  ].filter(([, value]) => value);
  return (
    <div id={id} className={classes.details}>
      <div>
        {number === null ? (
          <p className="muted">{t.nobody}</p>
        ) : (
          <>
            <p className={classes.chips}>
              <KindChips who={who} />
            </p>
            <CallerPlace who={who} />
            {who.caller && !who.kinds.includes('internal') && (
              <TextButton
                className={classes.contact}
                icon={who.address ? 'edit' : 'userPlus'}
                onClick={() => openContactForm(toBeSaved(who))}
              >
                {who.address ? caller.edit : caller.save}
              </TextButton>
            )}
          </>
        )}
        {number !== null && (
          <p className={classes.links}>
            <a href={linkTo('contacts', call.addressId ?? number)}>{t.contact}</a>
            <a href={callsOf(number)}>{t.calls}</a>
          </p>
        )}
        <dl>
          {times.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="numbers foreign">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {number !== null && (
        <CallerHistory who={who} without={call.startedAt ?? undefined} call={call} />
      )}
    </div>
  );
}
