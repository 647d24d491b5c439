import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { lazy, Suspense, useState } from 'react';
import { usePhone } from '../backend/office.ts';
import { useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { isOwn } from '../parts/calls/other-party.ts';
import type { Who } from '../parts/calls/who.ts';
import { CallCard } from './call-card.tsx';
import { useCallCommands } from './call-commands.ts';
import { OutOfSight, RingAnnouncement } from './call-notices.tsx';
import classes from './call-panel.module.css';
import { CallShortcuts, keyedCommands } from './call-shortcuts.tsx';
import { DeskBar, LineLost } from './desk-bar.tsx';
import { useEndedCalls } from './ended-calls.ts';
import { OpenMissed } from './open-missed.tsx';
import { OtherDesks } from './other-desks.tsx';
import { useSteadyControls } from './steady-controls.ts';
import { byUrgency } from './urgency.ts';

const ContactForm = lazy(async () => ({
  default: (await import('../parts/contacts/contact-form.tsx')).ContactForm,
}));

const TEXTS = {
  de: {
    refused: 'Hier hat sich gerade etwas geändert',
    again: 'Ihr Klick kam im selben Moment und gilt nicht. Bitte noch einmal.',
  },
  en: {
    refused: 'Something has just changed here',
    again: 'Your click came at that moment and does not count. Please click again.',
  },
};

/** The calls that are on, wherever in the page somebody is. */
export default function CallPanel() {
  const t = useTexts(TEXTS);
  const { state, calls, extension } = usePhone();
  const give = useCallCommands();
  const [transferring, setTransferring] = useState<string>();
  // Not in the card, which goes away by itself and would take a half-filled form with it.
  const [contact, setContact] = useState<Who>();
  const ended = useEndedCalls(calls);
  const panel = useSteadyControls(() => tell('bad', t.refused, t.again));

  const own = calls.filter((call) => isOwn(call, extension));
  const on = own.filter((call) => call.state !== 'ended');
  const shown = byUrgency([
    ...on,
    ...own.filter((call) => call.state === 'ended' && ended.shown.has(call.key)),
  ]);
  const keyed = keyedCommands(on);

  const command = (name: CallCommand, call: LiveCall) => {
    if (name === 'transfer') setTransferring((key) => (key === call.key ? undefined : call.key));
    else void give(name, call);
  };
  const transfer = async (call: LiveCall, to: string | undefined) => {
    // A target that does not exist leaves the choice open for another one.
    if (to === undefined || (await give('transfer', call, to))) setTransferring(undefined);
  };

  return (
    <div ref={panel} className={classes.panel} data-idle={shown.length === 0}>
      <RingAnnouncement calls={on} />
      <CallShortcuts calls={on} onCommand={command} />
      <DeskBar isOnline={state === 'live'} extension={extension} />
      {state !== 'live' && <LineLost />}
      {shown.map((call) => (
        <CallCard
          key={call.key}
          call={call}
          keyed={keyed.get(call.key) ?? NO_COMMANDS}
          isOnline={state === 'live'}
          isTransferring={transferring === call.key}
          onCommand={command}
          onTransfer={transfer}
          onContact={setContact}
          onDismiss={ended.dismiss}
          onHold={ended.hold}
        />
      ))}
      <OtherDesks />
      <OpenMissed />
      <OutOfSight calls={on} />
      <Suspense>
        {contact && (
          <ContactForm
            address={contact.address}
            number={contact.number ?? undefined}
            name={contact.isProbable ? undefined : contact.name}
            onClose={() => setContact(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

const NO_COMMANDS: ReadonlySet<CallCommand> = new Set();
