import { useLaterTexts } from '../../language/language.tsx';
import { useShortcut } from '../../shortcuts/shortcuts.ts';

/** Keys for the job whose row has the focus, or else for the one that is open. */
export function useJobKeys(isJobOpen: boolean): void {
  const t = useLaterTexts().jobKeys;
  useShortcut('u', t.claim, claim);
  useShortcut('e', t.close, close);
  useShortcut('n', t.note, isJobOpen ? write : undefined);
}

const claim = () => press(jobMeant(), 'claim');
const close = () => press(jobMeant(), 'close');
const write = () => press(jobShown(), 'note');

/** What a key does is what its button does, and nothing where there is none. */
function press(job: Element | null | undefined, hand: 'claim' | 'close' | 'note'): void {
  job?.querySelector<HTMLElement>(`[data-hand="${hand}"]`)?.click();
}

function jobMeant(): Element | null | undefined {
  return document.activeElement?.closest('[data-job]') ?? jobShown();
}

function jobShown(): Element | null {
  return document.querySelector('section[data-job]');
}
