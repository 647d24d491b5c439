import { useMutation } from '@tanstack/react-query';
import { useAppContext } from '../../backend/app-context.ts';
import { type Address, peopleChanged } from '../../backend/archive.ts';
import { RequestError, request } from '../../backend/request.ts';
import { useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { cut } from '../../parts/contacts/contact.ts';
import { CONTACT } from '../../parts/contacts/texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useReason } from '../../parts/nothing-here.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { goTo } from '../../route.ts';

const TEXTS = {
  de: {
    title: 'Kontakt löschen',
    what: (name: string) => `${name} wird aus dem Archiv gelöscht.`,
    back: 'Der Kontakt kommt mit der nächsten Meldung der Nummer zurück: wenn das Telefonbuch neu gelesen wird oder ein Webhook ihn nennt. Korrekturen, die hier gemacht wurden, sind dann weg.',
    others: (count: number) =>
      count === 1
        ? 'Ein weiterer Kontakt mit dieser Nummer geht mit.'
        : `${count} weitere Kontakte mit dieser Nummer gehen mit.`,
    stays: 'Anrufe und Aufträge der Nummer bleiben.',
    remove: 'Löschen',
    removed: 'Kontakt gelöscht',
    failed: 'Nicht gelöscht',
    this: 'Dieser Kontakt',
  },
  en: {
    title: 'Delete contact',
    what: (name: string) => `${name} is deleted from the archive.`,
    back: 'The contact comes back with the next report of its number: when the phone book is read again, or a webhook names it. Corrections that were made here are gone then.',
    others: (count: number) =>
      count === 1
        ? 'Another contact with this number goes along.'
        : `${count} further contacts with this number go along.`,
    stays: 'Calls and jobs of the number stay.',
    remove: 'Delete',
    removed: 'Contact deleted',
    failed: 'Not deleted',
    this: 'This contact',
  },
};

/** Asks first, and says what brings the contact back. */
export function DeleteContact({ address, onClose }: { address: Address; onClose: () => void }) {
  const t = useTexts(TEXTS);
  const both = useTexts(CONTACT);
  const { queries } = useAppContext();
  const name = cut(address.name ?? '', 80) || t.this;
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
        {removal.error && <Refused title={t.failed} error={removal.error} />}
        <div className="buttons answers">
          <Button onClick={onClose} data-autofocus>
            {both.cancel}
          </Button>
          <Button look="main" isBad isBusy={removal.isPending} onClick={() => removal.mutate()}>
            {t.remove}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

export function Refused({ title, error }: { title: string; error: Error }) {
  return <Refusal title={title}>{useReason(error)}</Refusal>;
}
