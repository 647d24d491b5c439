import { useId, useLayoutEffect, useRef, useState } from 'react';
import { usePhone } from '../backend/office.ts';
import { useCallingCode, usePhoneFormat } from '../format/phone-number.ts';
import { useTexts } from '../language/language.tsx';
import { TextButton } from '../parts/text-button.tsx';
import classes from './transfer-choice.module.css';
import { transferTargets } from './transfer-targets.ts';

const TEXTS = {
  de: {
    to: 'Verbinden mit',
    hint: 'Name oder Nummer',
    targets: 'Ziele',
    cancel: 'Abbrechen',
    nobody: 'Niemand gefunden. Eine ganze Nummer geht auch.',
    dial: 'Diese Nummer',
  },
  en: {
    to: 'Transfer to',
    hint: 'Name or number',
    targets: 'Targets',
    cancel: 'Cancel',
    nobody: 'Nobody found. A whole number works too.',
    dial: 'This number',
  },
};

interface TransferChoiceProps {
  readonly onChoose: (number: string) => void;
  readonly onCancel: () => void;
}

/** Whom a call goes to. It takes the focus because somebody asked for it, and gives it back. */
export function TransferChoice({ onChoose, onCancel }: TransferChoiceProps) {
  const t = useTexts(TEXTS);
  const id = useId();
  const format = usePhoneFormat();
  const callingCode = useCallingCode();
  const { phoneBook, extension } = usePhone();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const choice = root.current;
    const before = document.activeElement;
    choice?.querySelector('input')?.focus();
    choice?.scrollIntoView({ block: 'nearest' });
    return () => {
      // Whoever has gone on to type elsewhere is left alone.
      if (!choice?.contains(document.activeElement)) return;
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const targets = transferTargets(phoneBook.entries, typed, extension, callingCode);
  const active = Math.min(at, targets.length - 1);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const chosen = targets[active];
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'ArrowDown') setAt(Math.min(active + 1, targets.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && chosen) onChoose(chosen.number);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={root} className={classes.choice} data-opened>
      <label htmlFor={id}>{t.to}</label>
      <div className={classes.field}>
        <input
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          placeholder={t.hint}
          aria-expanded={targets.length > 0}
          aria-controls={`${id}-targets`}
          aria-autocomplete="list"
          aria-activedescendant={targets.length > 0 ? `${id}-${active}` : undefined}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <TextButton px={6} onClick={onCancel}>
          {t.cancel}
        </TextButton>
      </div>
      <div id={`${id}-targets`} role="listbox" aria-label={t.targets} className={classes.targets}>
        {targets.map(({ number, name }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above.
          <div
            key={`${number} ${name}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.target}
            onClick={() => onChoose(number)}
          >
            <span className="foreign">{name || t.dial}</span>
            <span className="numbers muted">
              <bdi>{format(number)}</bdi>
            </span>
          </div>
        ))}
      </div>
      {targets.length === 0 && <p className="muted">{t.nobody}</p>}
    </div>
  );
}
