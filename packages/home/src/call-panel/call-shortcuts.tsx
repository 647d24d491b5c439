import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useCallback, useEffect, useRef } from 'react';
import { useTexts } from '../language/language.tsx';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { KEYS } from './call-actions.tsx';
import { mostUrgent } from './urgency.ts';

const TEXTS = {
  de: {
    answer: 'Anruf annehmen',
    hold: 'Gespräch halten oder fortsetzen',
    transfer: 'Gespräch verbinden',
    hangup: 'Auflegen oder ablehnen',
  },
  en: {
    answer: 'Answer the call',
    hold: 'Hold or resume the call',
    transfer: 'Transfer the call',
    hangup: 'Hang up or reject',
  },
};

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
  return (Object.keys(MEANT) as Keyed[]).map((name) => (
    <CallShortcut key={name} name={name} {...props} />
  ));
}

function CallShortcut({ name, calls, onCommand }: CallShortcutsProps & { name: Keyed }) {
  const t = useTexts(TEXTS);
  // The key stays registered while calls come and go, and acts on those that there are then.
  const latest = useRef(() => {});
  useEffect(() => {
    latest.current = () => {
      const found = mostUrgent(calls, ...MEANT[name]);
      if (found) onCommand(found.command, found.call);
    };
  });
  useShortcut(
    KEYS[name],
    t[name],
    useCallback(() => latest.current(), []),
  );
  return null;
}
