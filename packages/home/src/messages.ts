import type { LaterTexts } from './language/language.tsx';
import { Store, useStore } from './store.ts';

/** Where nobody knows which language the page is in, it is looked up when it is shown. */
export type Words = string | ((texts: LaterTexts) => string);

export interface Message {
  readonly id: number;
  readonly kind: 'good' | 'bad';
  readonly title: Words;
  readonly detail: Words | undefined;
  readonly action: MessageAction | undefined;
  /** Milliseconds until it leaves, unless somebody is at it. */
  readonly stays: number;
}

/** What can be done about what is said. */
interface MessageAction {
  readonly label: string;
  readonly run: () => void;
}

/** Long enough to be read; what failed or waits for a click stays longer. */
const STAYS = { good: 4000, bad: 12_000 };

const messages = new Store<readonly Message[]>([]);
let lastId = 0;

/** Says something in the corner of the page for a while. */
export function tell(
  kind: Message['kind'],
  title: Words,
  detail?: Words,
  action?: MessageAction,
): void {
  const stays = action ? STAYS.bad : STAYS[kind];
  const message = { id: ++lastId, kind, title, detail, action, stays };
  messages.set([...messages.get().slice(-3), message]);
}

export function dismiss(id: number): void {
  messages.set(messages.get().filter((each) => each.id !== id));
}

export function useMessages(): readonly Message[] {
  return useStore(messages);
}
