import { Button } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { tell } from '../shell/messages.ts';
import { Icon } from './icon.tsx';
import { copyText } from './payload-clipboard.ts';

const TEXTS = {
  de: {
    copy: 'JSON kopieren',
    copied: 'JSON kopiert',
    failed: 'Kopieren nicht möglich',
    byHand: 'Der Browser lässt es nicht zu. Das rohe JSON lässt sich von Hand markieren.',
  },
  en: {
    copy: 'Copy JSON',
    copied: 'JSON copied',
    failed: 'Could not copy',
    byHand: 'The browser does not allow it. The raw JSON can be selected by hand.',
  },
};

/** The text of a payload: as it was sent, or written again from what was read. */
export function payloadText(payload: unknown, text: string | undefined): string {
  return text ?? JSON.stringify(payload, null, 2);
}

/** Copies a payload and says so. */
export function useCopyPayload(): (payload: unknown, text: string | undefined) => void {
  const t = useTexts(TEXTS);
  return async (payload, text) => {
    if (await copyText(payloadText(payload, text))) tell('good', t.copied);
    else tell('bad', t.failed, t.byHand);
  };
}

export function CopyPayload({ payload, text }: { payload: unknown; text?: string | undefined }) {
  const t = useTexts(TEXTS);
  const copy = useCopyPayload();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="copy" size={15} />}
      onClick={() => copy(payload, text)}
    >
      {t.copy}
    </Button>
  );
}
