import { digitsOf } from '@hookline/records';
import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePhone } from '../backend/app-context.ts';
import { useArchiveList } from '../backend/archive.ts';
import { useCallingCode, usePhoneFormat } from '../format/phone-number.ts';
import { useLaterTexts } from '../language/language.tsx';
import { TextButton } from '../parts/button.tsx';
import { deskState } from '../parts/calls/other-party.ts';
import field from '../parts/fields.module.css';
import { Icon } from '../parts/icon.tsx';
import { useDial } from '../parts/phone-link.tsx';
import { useSettled } from '../parts/use-settled.ts';
import classes from './number-choice.module.css';
import { type NumberOffer, numberOffers } from './number-offers.ts';

interface NumberChoiceProps {
  readonly label: string;
  /** The label is only heard; the hint in the field says the same. */
  readonly isBare?: boolean;
  readonly hint: string;
  readonly typed: string;
  /** Whoever types a number to dial it means that one, and not the first that contains it. */
  readonly isTypedFirst?: boolean;
  /** Whether they are shown. */
  readonly isOpen: boolean;
  /** They lie over what is below, instead of moving it. */
  readonly isOver?: boolean;
  readonly onType: (text: string) => void;
  readonly onChoose: (number: string) => void;
  readonly onLeave: () => void;
  /** Beside the field; it is told whom Enter would choose. */
  readonly children: (chosen: NumberOffer | undefined) => ReactNode;
}

/** A field for a name or a number, with whom it may mean below it. */
function NumberChoice(props: NumberChoiceProps) {
  const { label, hint, typed, isOpen, onChoose } = props;
  const t = useLaterTexts().numberChoice;
  const id = useId();
  const format = usePhoneFormat();
  const { calls } = usePhone();
  const [at, setAt] = useState(0);
  const found = useNumberOffers(typed, props.isTypedFirst);
  const active = Math.min(at, found.length - 1);
  const chosen = found[active];
  const offers = isOpen ? found : [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isOpen) props.onLeave();
    else if (event.key === 'ArrowDown') setAt(Math.min(active + 1, offers.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && isOpen && chosen) onChoose(chosen.number);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.choice} data-over={props.isOver}>
      <label className={props.isBare ? 'spoken' : field.label} data-small htmlFor={id}>
        {label}
      </label>
      <div className={classes.field}>
        <input
          id={id}
          className={field.input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder={hint}
          aria-expanded={offers.length > 0}
          aria-controls={isOpen ? `${id}-offers` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={offers.length > 0 ? `${id}-${active}` : undefined}
          value={typed}
          onChange={({ currentTarget }) => {
            props.onType(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        {props.children(chosen)}
      </div>
      {isOpen && (
        <div className={classes.below}>
          <div id={`${id}-offers`} role="listbox" aria-label={t.offers} className={classes.offers}>
            {offers.map(({ number, name, isInternal }, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above.
              <div
                key={`${number} ${name}`}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classes.offer}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(number)}
              >
                <span className="foreign">{name || t.asTyped}</span>
                <span className="numbers muted">
                  {isInternal && <DeskState state={deskState(number, calls)} />}
                  <bdi>{format(number)}</bdi>
                </span>
              </div>
            ))}
          </div>
          {offers.length === 0 && <p className="muted">{t.nobody}</p>}
        </div>
      )}
    </div>
  );
}

/** Nobody transfers to a colleague who talks already without knowing it. */
function DeskState({ state }: { state: 'busy' | 'rung' | undefined }) {
  const t = useLaterTexts().numberChoice;
  return state && <strong className={classes.state}>{t[state]}</strong>;
}

/** Between the letters of who types fast nobody need ask the archive. */
const PAUSE = 150;
/** A shorter number is in too many others to say anything. */
const FEWEST_DIGITS = 4;

/** Whom a name or number that is being typed may mean. */
function useNumberOffers(typed: string, isTypedFirst = false): readonly NumberOffer[] {
  const { phoneBook, extension } = usePhone();
  const callingCode = useCallingCode();
  const asked = useSettled(typed.trim(), PAUSE);
  const digits = digitsOf(asked);
  const { items } = useArchiveList(
    'addresses',
    digits === undefined ? { q: asked } : { number: asked },
    { isEnabled: digits === undefined ? asked !== '' : digits.length > FEWEST_DIGITS, limit: 10 },
  );
  return numberOffers(phoneBook.entries, typed, {
    desk: extension,
    callingCode,
    archived: items,
    isTypedFirst,
  });
}

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
