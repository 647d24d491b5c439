import { useLayoutEffect, useRef, useState } from 'react';
import { useLaterTexts } from '../language/language.tsx';
import { TextButton } from '../parts/button.tsx';
import classes from './number-choice.module.css';
import { NumberChoice } from './number-choice.tsx';

interface TransferChoiceProps {
  readonly onChoose: (number: string) => void;
  readonly onCancel: () => void;
}

/** Whom a call goes to. It takes the focus because somebody asked for it, and gives it back. */
export function TransferChoice({ onChoose, onCancel }: TransferChoiceProps) {
  const { transferChoice: t, common } = useLaterTexts();
  const [typed, setTyped] = useState('');
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
  return (
    <div ref={root} className={classes.framed} data-opened>
      <NumberChoice
        label={t.to}
        hint={t.hint}
        typed={typed}
        isOpen
        onType={setTyped}
        onChoose={onChoose}
        onLeave={onCancel}
      >
        {() => <TextButton onClick={onCancel}>{common.cancel}</TextButton>}
      </NumberChoice>
    </div>
  );
}
