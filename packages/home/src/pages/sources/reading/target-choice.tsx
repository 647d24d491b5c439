import { useRef, useState } from 'react';
import { useLaterTexts } from '../../../language/language.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/fields.tsx';
import type { Choice, Choices, Pointed } from './choices.ts';
import { valueText } from './message-tree.tsx';
import classes from './reading.module.css';
import type { Rules } from './rules.ts';

interface TargetChoiceProps {
  readonly pointed: Pointed;
  readonly choices: Choices;
  readonly onChoose: (rules: Rules) => void;
  readonly onClose: () => void;
}

/** "This is …": what is likely first, all else below it, to be found by typing. */
export function TargetChoice({ pointed, choices, onChoose, onClose }: TargetChoiceProps) {
  const { reading: t, common } = useLaterTexts();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { likely, others, against } = choices;
  const words = typed.toLowerCase();
  const found = [...likely, ...others].filter(({ label }) => label.toLowerCase().includes(words));
  const buttons = (list: readonly Choice[], className: string | undefined, isFirst = false) => (
    <div className={className}>
      {list.map(({ label, rules }, at) => (
        <button
          type="button"
          key={label}
          data-autofocus={(isFirst && at === 0) || undefined}
          onClick={() => onChoose(rules)}
        >
          {label}
        </button>
      ))}
    </div>
  );
  return (
    <Dialog title={t.is} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever begins to type means the field */}
      <div
        className={classes.choice}
        onKeyDown={(event) => {
          const { key, target } = event;
          if (key.length === 1 && key !== ' ') field.current?.focus();
          if (key !== 'Enter' || target !== field.current || !found[0]) return;
          // Or it is the value that has the focus again which is pressed.
          event.preventDefault();
          onChoose(found[0].rules);
        }}
      >
        <p className={classes.pointed}>
          <bdi className={classes.name}>{pointed.place.join(' › ')}</bdi>
          <bdi>{valueText(pointed.value)}</bdi>
        </p>
        {typed === '' && buttons(likely, classes.likely, true)}
        <TextField
          ref={field}
          aria-label={common.search}
          placeholder={common.search}
          icon="search"
          value={typed}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {buttons(typed === '' ? others : found, classes.others)}
        {buttons(against, classes.against)}
      </div>
    </Dialog>
  );
}
