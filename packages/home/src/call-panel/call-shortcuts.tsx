import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useCallback, useEffect, useRef } from 'react';
import { useLaterTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { KEYS } from './call-actions.tsx';
import { CLICK_GUARD } from './click-guard.ts';
import { mostUrgent } from './primary-call.ts';

type Keyed = 'answer' | 'hold' | 'transfer' | 'hangup';

/** What each key does, in the order in which it looks for something to do. */
const MEANT: Record<Keyed, readonly CallCommand[]> = {
  answer: ['answer'],
  hold: ['hold', 'resume'],
  transfer: ['transfer'],
  hangup: ['reject', 'hangup'],
};

/** Which commands the keys would give now, by the key of the call. */
export function keyedCommands(
  calls: readonly LiveCall[],
): ReadonlyMap<string, ReadonlySet<CallCommand>> {
  const keyed = new Map<string, Set<CallCommand>>();
  for (const commands of Object.values(MEANT)) {
    const found = mostUrgent(calls, ...commands);
    if (!found) continue;
    const { call, command } = found;
    keyed.set(call.key, (keyed.get(call.key) ?? new Set()).add(command));
  }
  return keyed;
}

interface CallShortcutsProps {
  readonly calls: readonly LiveCall[];
  readonly onCommand: (command: CallCommand, call: LiveCall) => void;
}

/** Keys that reach the most urgent call from wherever somebody is typing. */
export function CallShortcuts(props: CallShortcutsProps) {
  useShortcut('Alt+J', useLaterTexts().callShortcuts.put, toFirstJob);
  return (Object.keys(MEANT) as Keyed[]).map((name) => (
    <CallShortcut key={name} name={name} {...props} />
  ));
}

/** Only goes to its button, which says the job: a key that put the call there could hit another one. */
function toFirstJob(): void {
  const button = document.querySelector<HTMLElement>('[data-put]:enabled');
  // The card of a call that is on hold has its jobs folded up, and so has a narrow window.
  button?.closest('details')?.setAttribute('open', '');
  button?.focus();
}

function CallShortcut({ name, calls, onCommand }: CallShortcutsProps & { name: Keyed }) {
  const t = useLaterTexts().callShortcuts;
  // The key stays registered while calls come and go, and acts on those that there are then.
  const latest = useRef(() => {});
  const named = useRef({ call: '', since: Number.NEGATIVE_INFINITY, isFirst: false });
  useEffect(() => {
    const found = mostUrgent(calls, ...MEANT[name]);
    const call = found?.call.key ?? '';
    const now = performance.now();
    const { current: before } = named;
    if (before.call !== call) {
      const isFirst = before.call === '' && now - before.since >= CLICK_GUARD;
      named.current = { call, since: now, isFirst };
    }
    latest.current = () => {
      // Whoever presses it means the call that it named a moment ago. If it named none, a ring that
      // has just begun cannot be taken for another one.
      const { since, isFirst } = named.current;
      const isKnown = performance.now() - since >= CLICK_GUARD || (isFirst && name === 'answer');
      if (!isKnown) tell('bad', t.refused, t.again);
      else if (found) onCommand(found.command, found.call);
    };
  });
  useShortcut(
    KEYS[name],
    t[name],
    useCallback(() => latest.current(), []),
  );
  return null;
}
