import { useState } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Refusal } from '../../parts/dialog.tsx';

/** Asks before it clears, for it clears at every desk. */
export default function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts().live;
  const { common } = useLaterTexts();
  const { live } = useAppContext();
  const [isClearing, setClearing] = useState(false);
  const [error, setError] = useState<unknown>();
  const clear = async () => {
    setClearing(true);
    try {
      await live.clear();
      tell('good', t.isCleared);
      onClose();
    } catch (cause) {
      setError(cause);
      setClearing(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t.clearTitle}>
      <div className="stack">
        <span>{t.clearText}</span>
        {error !== undefined && <Refusal title={t.clearFailed} error={error} />}
        <div className="buttons answers">
          <Button onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button look="main" isBad isBusy={isClearing} onClick={clear}>
            {t.clearNow}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
