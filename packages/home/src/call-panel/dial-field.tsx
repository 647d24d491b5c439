import { useState } from 'react';
import { useLaterTexts } from '../language/language.tsx';
import { TextButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useDial } from '../parts/phone-link.tsx';
import classes from './number-choice.module.css';
import { NumberChoice } from './number-choice.tsx';

/** Calls whom somebody types. */
export function DialField({ isOnline }: { isOnline: boolean }) {
  const t = useLaterTexts().dialField;
  const dial = useDial();
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  const isTyped = typed.trim() !== '';
  const call = (number: string) => {
    dial(number);
    setTyped('');
  };
  return (
    <form
      className={classes.dial}
      onSubmit={(event) => event.preventDefault()}
      onFocus={() => setLeft(false)}
      onBlur={({ currentTarget, relatedTarget }) => setLeft(!currentTarget.contains(relatedTarget))}
    >
      <NumberChoice
        label={t.dial}
        isBare
        hint={t.dial}
        typed={typed}
        isTypedFirst
        isOpen={isTyped && !isLeft}
        isOver
        onType={(text) => {
          setTyped(text);
          setLeft(false);
        }}
        onChoose={call}
        onLeave={() => setLeft(true)}
      >
        {(chosen) => (
          <TextButton
            aria-label={t.call}
            disabled={!isOnline}
            onClick={() => isTyped && chosen && call(chosen.number)}
          >
            <Icon name="phone" size={17} />
          </TextButton>
        )}
      </NumberChoice>
    </form>
  );
}
