import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useAppContext, usePhone } from '../backend/app-context.ts';
import { useLaterTexts, useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { CallDuration } from '../parts/calls/call-duration.tsx';
import {
  isOwn,
  isRingingHere,
  nameOfDesk,
  numberOf,
  otherParty,
} from '../parts/calls/other-party.ts';
import { useWho, useWhoInWords } from '../parts/calls/who.ts';
import { useHeldValue, useHold } from '../parts/held-list.tsx';
import { Icon } from '../parts/icon.tsx';
import { whyNot } from '../parts/phone-link.tsx';
import { CallCard, RingRow } from './call-card.tsx';
import { CallBar, RingAnnouncement } from './call-notices.tsx';
import classes from './call-panel.module.css';
import { CallShortcuts, keyedCommands } from './call-shortcuts.tsx';
import { useClickGuard } from './click-guard.ts';
import { DeskBar, LineLost } from './desk-bar.tsx';
import { useEndedCalls } from './ended-calls.ts';
import { OpenMissed } from './open-missed.tsx';
import { usePanelOrder } from './primary-call.ts';

/** The calls that are on, wherever in the page somebody is. */
export default function CallPanel() {
  const t = useLaterTexts().callPanel;
  const { state, calls, extension } = usePhone();
  const give = useCallCommands();
  const [transferring, setTransferring] = useState<string>();
  const ended = useEndedCalls(calls);
  const panel = useClickGuard(() => tell('bad', t.refused, t.again));
  const hold = useHold();
  const { isHeld, release } = hold;
  useKeptHeights(panel, isHeld);
  const [isOpen, setOpen] = useState(false);

  const own = calls.filter((call) => isOwn(call, extension));
  const on = own.filter((call) => call.state !== 'ended');
  const shown = own.filter((call) => call.state !== 'ended' || ended.shown.has(call.key));
  const { primary, ringing, others, later } = usePanelOrder(shown, calls, {
    isWritten: ended.isHeld,
    isHeld,
  });
  const keyed = keyedCommands(on);

  const command = (name: CallCommand, call: LiveCall) => {
    release();
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
      onDismiss={(key) => {
        release();
        ended.dismiss(key);
      }}
      onHold={ended.hold}
    />
  );

  const rows = (some: readonly LiveCall[], key: string) => (
    <div key={key} className={classes.ringing}>
      {some.map((call) => (
        <RingRow key={call.key} {...common(call)} />
      ))}
    </div>
  );
  const comeRinging = later.filter(isRingingHere);
  const hasRingingPlace = useHeldValue(ringing.length > 0, isHeld);
  const isLost = useHeldValue(state !== 'live', isHeld);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is only seen whether somebody is there
    <div
      ref={panel}
      className={classes.panel}
      data-open={isOpen || undefined}
      onPointerMove={(event) => {
        if (isHeld || isInList(event.target)) hold.handlers.onPointerMove(event);
      }}
      onPointerLeave={hold.handlers.onPointerLeave}
      onFocus={(event) => (isInList(event.target) ? hold.handlers.onFocus(event) : release())}
      onKeyDown={(event) => isInList(event.target) && hold.handlers.onKeyDown(event)}
    >
      <RingAnnouncement calls={on} />
      <CallShortcuts calls={on} onCommand={command} />
      <CallBar
        calls={on}
        isLost={state === 'waiting'}
        isOnline={state === 'live'}
        isOpen={isOpen}
        onOpen={setOpen}
        onAnswer={(call) => command('answer', call)}
      />
      <DeskBar isOnline={state === 'live'} extension={extension} />
      {isLost && <LineLost />}
      {/* One list: a card that comes to another place keeps its note and the focus in it. */}
      {[
        primary && card(primary),
        hasRingingPlace && rows(ringing, 'ringing'),
        ...others.map(card),
        <OpenMissed key="missed" />,
        ...later.filter((call) => !isRingingHere(call)).map(card),
        comeRinging.length > 0 && rows(comeRinging, 'come'),
      ]}
      <OtherDesks />
    </div>
  );
}

const NO_COMMANDS: ReadonlySet<CallCommand> = new Set();

/** Where somebody is about to call back: it holds as lists do. */
function isInList(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-holds]') !== null;
}

/** What a part of the panel becomes meanwhile must not move those below it. */
function useKeptHeights(panel: RefObject<HTMLElement | null>, isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld || !panel.current) return;
    const parts = [...panel.current.children].filter((each) => each instanceof HTMLElement);
    const heights = parts.map((each) => each.getBoundingClientRect().height);
    for (const [at, { style }] of parts.entries()) {
      style.height = `${heights[at]}px`;
      style.overflow = 'auto';
    }
    return () => {
      for (const { style } of parts) style.height = style.overflow = '';
    };
  }, [panel, isHeld]);
}

type GiveCommand = (command: CallCommand, call: LiveCall, to?: string) => Promise<boolean>;

/** Gives a command to a call; answers whether it was done, and says why if it was not. */
function useCallCommands(): GiveCommand {
  const { phone } = useAppContext();
  const t = useLaterTexts().callCommands;

  /** One ear, one call: who is talked with waits while another one is taken. */
  const holdOthers = async (call: LiveCall): Promise<void> => {
    const { calls, extension } = phone.getSnapshot();
    const others = calls.filter(
      (each) =>
        each.key !== call.key &&
        each.state === 'connected' &&
        each.features.includes('hold') &&
        isOwn(each, extension),
    );
    // A system that holds by itself has done so already, and says that it cannot do it twice.
    await Promise.allSettled(others.map(({ callId }) => phone.commands.hold(callId)));
  };

  return async (command, call, to = '') => {
    try {
      if (command === 'answer' || command === 'resume') await holdOthers(call);
      if (command === 'transfer') await phone.commands.transfer(call.callId, to);
      else await phone.commands[command](call.callId);
      return true;
    } catch (error) {
      tell('bad', t.failed[command], whyNot(command, error));
      return false;
    }
  };
}

/** What colleagues are doing, so that nobody transfers to a desk that is busy. */
function OtherDesks() {
  const t = useLaterTexts().otherDesks;
  const { calls, extension } = usePhone();
  const others = calls.filter((call) => call.state !== 'ended' && !isOwn(call, extension));
  if (others.length === 0) return null;
  return (
    <section className={classes.others}>
      <h2>{t.title}</h2>
      <ul>
        {others.map((call) => (
          <OtherDesk key={call.key} call={call} />
        ))}
      </ul>
    </section>
  );
}

function OtherDesk({ call }: { call: LiveCall }) {
  const { states } = useLaterTexts().otherDesks;
  const t = useTexts().stateLights;
  const { phoneBook } = usePhone();
  const party = otherParty(call);
  const who = useWhoInWords()(useWho(numberOf(party), party.name, party.line));
  const desk = nameOfDesk(call.extension, phoneBook.entries);
  const isOut = call.state === 'ringing' && call.direction === 'out';
  const state = isOut ? 'dialing' : call.state;
  if (state === 'ended') return null;
  return (
    <li>
      <Icon
        name={state === 'ringing' ? 'phoneIn' : state === 'held' ? 'hold' : 'phone'}
        size={15}
      />
      <span className="foreign">
        <strong title={desk}>{t.desk(call.extension)}</strong> {states[state](who)}
        {call.answeredAt !== null && (
          <>
            , <CallDuration since={call.answeredAt} />
          </>
        )}
      </span>
    </li>
  );
}
