import { useId, useState } from 'react';
import { usePhone } from '../../backend/office.ts';
import { Icon } from '../../components/icon.tsx';
import { useDial } from '../../components/phone-link.tsx';
import { useTexts } from '../../language/language.tsx';
import classes from './call-panel.module.css';
import { nameOfDesk } from './other-party.ts';

const TEXTS = {
  de: {
    desk: (extension: string) => `Platz ${extension}`,
    dial: 'Nummer wählen',
    call: 'Anrufen',
  },
  en: {
    desk: (extension: string) => `Desk ${extension}`,
    dial: 'Dial a number',
    call: 'Call',
  },
};

interface DeskBarProps {
  readonly isOnline: boolean;
  readonly extension: string | null;
}

/** Which desk this is, and a field to dial from. */
export function DeskBar({ isOnline, extension }: DeskBarProps) {
  const t = useTexts(TEXTS);
  const id = useId();
  const dial = useDial();
  const { phoneBook } = usePhone();
  const [number, setNumber] = useState('');
  const name = extension === null ? undefined : nameOfDesk(extension, phoneBook.entries);
  return (
    <div className={classes.desk}>
      {extension !== null && (
        <p>
          <strong>{t.desk(extension)}</strong>
          {name && <span className="foreign muted">{name}</span>}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!/\d/.test(number)) return;
          dial(number);
          setNumber('');
        }}
      >
        <label className={classes.spoken} htmlFor={id}>
          {t.dial}
        </label>
        <input
          id={id}
          type="tel"
          className="numbers"
          autoComplete="off"
          placeholder={t.dial}
          value={number}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
        <button type="submit" aria-label={t.call} disabled={!isOnline}>
          <Icon name="phone" size={17} />
        </button>
      </form>
    </div>
  );
}
