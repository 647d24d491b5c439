import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../backend/request.ts';
import { useTexts } from '../../language/language.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useReason } from '../../parts/nothing-here.tsx';
import classes from './contact-page.module.css';
import { EraseNumber } from './erase-number.tsx';

const TEXTS = {
  de: {
    title: 'Daten dieser Nummer',
    hint: 'Alles, was zu dieser Nummer gespeichert ist: Kontakte, Anrufe, Aufträge, Ereignisse.',
    export: 'Auskunft herunterladen',
    erase: 'Alles löschen …',
  },
  en: {
    title: 'Data of this number',
    hint: 'Everything that is stored about this number: contacts, calls, jobs, events.',
    export: 'Download the data',
    erase: 'Erase everything …',
  },
};

/** What a person may ask for by law: to see what is kept about a number, and to have it erased. */
export function NumberData({ number }: { number: string }) {
  const t = useTexts(TEXTS);
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
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          loading={exported.isPending}
          onClick={() => exported.mutate()}
        >
          {t.export}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setIsErasing(true)}>
          {t.erase}
        </Button>
      </Group>
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
