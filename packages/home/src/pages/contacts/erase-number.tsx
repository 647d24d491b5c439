import type { Erased } from '@hookline/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import { request } from '../../backend/request.ts';
import { useFormats } from '../../format/formats.ts';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { CheckBox } from '../../parts/check-box.tsx';
import { Dialog, Refusal } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { goTo } from '../../route.ts';

/** Asks for the end of the number: what is erased here is not in any list to be found again. */
export function EraseNumber({ number, onClose }: { number: string; onClose: () => void }) {
  const { eraseNumber: t, deleteContact, common } = useLaterTexts();
  const format = usePhoneFormat();
  const formats = useFormats();
  const { queries } = useAppContext();
  const [typed, setTyped] = useState('');
  const [suppress, setSuppress] = useState(false);
  const end = number.replace(/\D/g, '').slice(-4);
  const isSure = typed.trim() === end;
  const erasure = useMutation({
    mutationFn: () => request<Erased>('POST', '/api/privacy/erase', { body: { number, suppress } }),
    onSuccess: ({ addresses, calls, jobs, events, missing = [] }) => {
      const [a = '', c = '', j = '', e = ''] = [addresses, calls, jobs, events].map(formats.number);
      const others = missing.length > 0 ? `. ${t.missing(missing.join(', '))}` : '';
      tell('good', t.erased, t.counts(a, c, j, e) + others);
      goTo('contacts');
      void queries.invalidateQueries();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSure && !erasure.isPending) erasure.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t.title}>
      <form onSubmit={submit}>
        <div className="stack">
          <span className="foreign">{t.what(format(number))}</span>
          <CheckBox
            label={t.suppress}
            description={t.suppressHint}
            checked={suppress}
            onChange={setSuppress}
          />
          <TextField
            label={t.type(end.length)}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {erasure.error && <Refusal title={deleteContact.failed} error={erasure.error} />}
          <div className="buttons answers">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button look="main" type="submit" isBad disabled={!isSure} isBusy={erasure.isPending}>
              {t.erase}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
