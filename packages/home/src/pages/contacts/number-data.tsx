import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../backend/request.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { useReason } from '../../parts/nothing-here.tsx';
import classes from './contact-page.module.css';
import { EraseNumber } from './erase-number.tsx';

/** What a person may ask for by law: to see what is kept about a number, and to have it erased. */
export function NumberData({ number }: { number: string }) {
  const t = useLaterTexts().numberData;
  const [isErasing, setIsErasing] = useState(false);
  const exported = useMutation({
    mutationFn: () => request<unknown>('POST', '/api/privacy/export', { body: { number } }),
    onSuccess: (data) =>
      download(`hookline-${number.replace(/\D/g, '')}.json`, JSON.stringify(data, null, 2)),
  });
  const reason = useReason(exported.error);
  return (
    <section className={classes.card} aria-label={t.title} data-furniture>
      <h2>{t.title}</h2>
      <p className="muted">{t.hint}</p>
      <div className="buttons">
        <Button icon="download" isBusy={exported.isPending} onClick={() => exported.mutate()}>
          {t.export}
        </Button>
        <Button look="quiet" isBad onClick={() => setIsErasing(true)}>
          {t.erase}
        </Button>
      </div>
      {exported.error && (
        <p className={classes.bad} role="alert">
          {reason}
        </p>
      )}
      {isErasing && <EraseNumber number={number} onClose={() => setIsErasing(false)} />}
    </section>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may take its time to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
