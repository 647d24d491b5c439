import { useSyncExternalStore } from 'react';

export interface Message {
  readonly id: number;
  readonly kind: 'good' | 'bad';
  readonly title: string;
  readonly detail: string | undefined;
}

/** Long enough to be read; what failed stays longer. */
const STAYS = { good: 4000, bad: 12_000 };

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says something in the corner of the page for a while. */
export function tell(kind: Message['kind'], title: string, detail?: string): void {
  const message = { id: ++lastId, kind, title, detail };
  change([...messages.slice(-3), message]);
  setTimeout(() => dismiss(message.id), STAYS[kind]);
}

export function dismiss(id: number): void {
  change(messages.filter((each) => each.id !== id));
}

export function useMessages(): readonly Message[] {
  return useSyncExternalStore(subscribe, () => messages);
}

function change(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
