import { useMutation } from '@tanstack/react-query';
import { useAppContext } from '../../backend/app-context.ts';
import { type Address, peopleChanged } from '../../backend/archive.ts';
import { RequestError, request } from '../../backend/request.ts';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Refusal } from '../../parts/dialog.tsx';
import { goTo } from '../../route.ts';

/** Asks first, and says what brings the contact back. */
export function DeleteContact({ address, onClose }: { address: Address; onClose: () => void }) {
  const { deleteContact: t, contactCard, common } = useLaterTexts();
  const { queries } = useAppContext();
  const name = shortText(address.name ?? '', 80) || t.this;
  const removal = useMutation({
    mutationFn: () =>
      request('DELETE', `/api/addresses/${encodeURIComponent(address.id)}`).catch(
        (error: unknown) => {
          // A colleague was faster.
          if (!(error instanceof RequestError) || error.status !== 404) throw error;
        },
      ),
    onSuccess: () => {
      tell('good', t.removed, name);
      goTo('contacts');
      peopleChanged(queries);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t.title}>
      <div className="stack">
        <strong className="foreign">{t.what(name)}</strong>
        {address.others?.length > 0 && <span>{t.others(address.others.length)}</span>}
        <span>{t.back}</span>
        <span className="muted">{t.stays}</span>
        {removal.error && <Refusal title={t.failed} error={removal.error} />}
        <div className="buttons answers">
          <Button onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button look="main" isBad isBusy={removal.isPending} onClick={() => removal.mutate()}>
            {contactCard.remove}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
