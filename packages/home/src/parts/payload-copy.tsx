import { useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { Button } from './button.tsx';

/** The text of a payload: as it was sent, or written again from what was read. */
export function payloadText(payload: unknown, text: string | undefined): string {
  return text ?? JSON.stringify(payload, null, 2);
}

/** Copies a payload and says so. */
export function useCopyPayload(): (payload: unknown, text: string | undefined) => void {
  const t = useTexts().payloadCopy;
  return async (payload, text) => {
    if (await copyText(payloadText(payload, text))) tell('good', t.copied);
    else tell('bad', t.failed, t.byHand);
  };
}

export function CopyPayload({ payload, text }: { payload: unknown; text?: string | undefined }) {
  const t = useTexts().payloadCopy;
  const copy = useCopyPayload();
  return (
    <Button look="quiet" isSmall icon="copy" onClick={() => copy(payload, text)}>
      {t.copy}
    </Button>
  );
}

/** Copies a text as it is. Answers whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  // Missing on plain http://office-pc:8080, which is no secure context.
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused, by a policy of the office say; the old way may still be open.
    }
  }
  return copyBySelection(text);
}

/** The old way: select something and let the browser copy it. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  // A keyboard must not fold out on a phone.
  field.readOnly = true;
  field.value = '.';
  // A field would turn CR LF into LF: the text itself goes to the clipboard, not its content.
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopPropagation();
  };
  // Beside what has the focus: a dialog takes the focus back from anything outside of it.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  document.addEventListener('copy', put, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', put, { capture: true });
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
