import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import { useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useReason } from '../../parts/nothing-here.tsx';
import { LIVE } from './texts.ts';

/** Asks before it clears, for it clears at every desk. */
export default function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(LIVE);
  const { live } = useAppContext();
  const [isClearing, setClearing] = useState(false);
  const [error, setError] = useState<unknown>();
  const reason = useReason(error);
  const clear = async () => {
    setClearing(true);
    try {
      await live.clear();
      tell('good', t.cleared);
      onClose();
    } catch (cause) {
      setError(cause);
      setClearing(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t.clearTitle}>
      <Text>{t.clearText}</Text>
      {error !== undefined && (
        <Text c="var(--bad)" mt="sm" role="alert">
          {t.clearFailed}. {reason}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t.cancel}
        </Button>
        <Button color="red" loading={isClearing} onClick={clear}>
          {t.clearNow}
        </Button>
      </Group>
    </Dialog>
  );
}
