import type { Assigned, Assignment } from '@hookline/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../backend/request.ts';
import { useFormats } from '../../../format/formats.ts';
import { useLaterTexts } from '../../../language/language.tsx';
import { tell } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { SelectField, TextField } from '../../../parts/fields.tsx';
import classes from './reading.module.css';

const NOTHING = { to: '', since: '', until: '', preset: '' };

/** Gives what came before a sender had a name to that sender. */
export function AssignForm(props: {
  readonly path: string;
  readonly senders: readonly string[];
  readonly presets: readonly string[];
}) {
  const t = useLaterTexts().reading;
  const { number } = useFormats();
  const { path, senders, presets } = props;
  const [filled, setFilled] = useState(NOTHING);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { to, since, until, preset } = filled;
      const body: Assignment = {
        to: to || (senders[0] ?? ''),
        // A browser names the office's own time, without its zone.
        ...(since !== '' && { since: new Date(since).toISOString() }),
        ...(until !== '' && { until: new Date(until).toISOString() }),
        ...(preset !== '' && { preset }),
      };
      return request<Assigned>('POST', `${path}/assign`, { body });
    },
    onSuccess: ({ messages }) => tell('good', t.given(number(messages))),
    onError: (error) => tell('bad', t.notSaved, error.message),
  });
  const field = (name: keyof typeof NOTHING) => ({
    label: t[name],
    value: filled[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setFilled({ ...filled, [name]: currentTarget.value }),
  });
  return (
    <details>
      <summary>{t.assign}</summary>
      <form
        className={classes.assign}
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <SelectField {...field('to')} options={[...senders]} />
        <TextField type="datetime-local" {...field('since')} />
        <TextField type="datetime-local" {...field('until')} />
        {presets.length > 0 && (
          <SelectField {...field('preset')} options={[{ value: '', label: t.any }, ...presets]} />
        )}
        <Button type="submit" isBusy={isPending}>
          {t.give}
        </Button>
      </form>
    </details>
  );
}
