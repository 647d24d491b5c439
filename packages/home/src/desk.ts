import { Store, useStore } from './store.ts';

/** Which desk this browser is, as somebody has said: a label that others see, not who one is. */
export interface Desk {
  /** The telephone's too, where that has several desks. */
  readonly number: string;
  readonly name: string;
}

export const LONGEST_NUMBER = 32;
/** So that both together are no longer than the archive takes. */
export const LONGEST_NAME = 30;

const here = new Store<Desk>({ number: '', name: '' });

/** What waits until somebody has said which desk this is. */
export const deskWanted = new Store<((label: string) => void) | undefined>(undefined);

/** The one that is chosen in the settings. */
export function sitAt(desk: Desk): void {
  here.set(desk);
}

/** As it is stored beside what was done here: `21, Jana`. Empty as long as nobody has said. */
export function labelOf({ number, name }: Desk): string {
  return [number, name]
    .map((text) => clean(text).trim())
    .filter(Boolean)
    .join(', ');
}

export function deskLabel(): string {
  return labelOf(here.get());
}

export function useDeskLabel(): string {
  return labelOf(useStore(here));
}

/** Where nobody has said which desk this is, nothing is its own, whatever an address says. */
export function seenFrom<F extends { readonly mine: string }>(desk: string, filter: F): F {
  return desk === '' && filter.mine !== '' ? { ...filter, mine: '' } : filter;
}

/** Does something in the name of this desk; asks for one first where there is none. */
export function asDesk(run: (label: string) => void): void {
  const label = deskLabel();
  if (label === '') deskWanted.set(run);
  else run(label);
}

/** What breaks a line, or turns round the text beside it, is in no name. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '');
}
