import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useState } from 'react';
import { usePhone } from '../backend/app-context.ts';
import { useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { isOwn } from '../parts/calls/other-party.ts';
import { CallCard } from './call-card.tsx';
import { useCallCommands } from './call-commands.ts';
import { OutOfSight, RingAnnouncement } from './call-notices.tsx';
import classes from './call-panel.module.css';
import { CallShortcuts, keyedCommands } from './call-shortcuts.tsx';
import { useClickGuard } from './click-guard.ts';
import { DeskBar, LineLost } from './desk-bar.tsx';
import { useEndedCalls } from './ended-calls.ts';
import { OpenMissed } from './open-missed.tsx';
import { OtherDesks } from './other-desks.tsx';
import { usePanelOrder } from './primary-call.ts';
import { RingRow } from './ring-row.tsx';

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
  const ended = useEndedCalls(calls);
  const panel = useClickGuard(() => tell('bad', t.refused, t.again));

  const own = calls.filter((call) => isOwn(call, extension));
  const on = own.filter((call) => call.state !== 'ended');
  const shown = own.filter((call) => call.state !== 'ended' || ended.shown.has(call.key));
  const { primary, ringing, others } = usePanelOrder(shown, calls, ended.isHeld);
  const keyed = keyedCommands(on);

  const command = (name: CallCommand, call: LiveCall) => {
    if (name === 'transfer') setTransferring((key) => (key === call.key ? undefined : call.key));
    else void give(name, call);
  };
  const transfer = async (call: LiveCall, to: string | undefined) => {
    // A target that does not exist leaves the choice open for another one.
    if (to === undefined || (await give('transfer', call, to))) setTransferring(undefined);
  };

  const common = (call: LiveCall) => ({
    call,
    keyed: keyed.get(call.key) ?? NO_COMMANDS,
    isOnline: state === 'live',
    onCommand: command,
  });
  const card = (call: LiveCall) => (
    <CallCard
      key={call.key}
      {...common(call)}
      isTransferring={transferring === call.key}
      onTransfer={transfer}
      onDismiss={ended.dismiss}
      onHold={ended.hold}
    />
  );

  return (
    <div ref={panel} className={classes.panel} data-idle={shown.length === 0}>
      <RingAnnouncement calls={on} />
      <CallShortcuts calls={on} onCommand={command} />
      <DeskBar isOnline={state === 'live'} extension={extension} />
      {state !== 'live' && <LineLost />}
      {/* One list: a card that comes to another place keeps its note and the focus in it. */}
      {[
        primary && card(primary),
        ringing.length > 0 && (
          <div key="ringing" className={classes.ringing}>
            {ringing.map((call) => (
              <RingRow key={call.key} {...common(call)} />
            ))}
          </div>
        ),
        ...others.map(card),
      ]}
      <OtherDesks />
      <OpenMissed />
      <OutOfSight calls={on} />
    </div>
  );
}

const NO_COMMANDS: ReadonlySet<CallCommand> = new Set();
