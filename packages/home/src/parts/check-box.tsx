import { type ReactNode, useId } from 'react';
import classes from './check-box.module.css';

/** Something that is so or not. */
export function CheckBox(props: {
  readonly label: string;
  readonly description?: ReactNode;
  readonly className?: string | undefined;
  readonly disabled?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const { label, description, className = '', disabled, checked, onChange } = props;
  const hint = useId();
  return (
    <div className={`${classes.box} ${className}`}>
      <label>
        <input
          type="checkbox"
          disabled={disabled}
          aria-describedby={description === undefined ? undefined : hint}
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      {description !== undefined && (
        <span id={hint} className={classes.hint}>
          {description}
        </span>
      )}
    </div>
  );
}

/** Some of several, in their order. */
export function CheckBoxes<T extends string>(props: {
  readonly label: string;
  readonly description?: string;
  readonly all: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}) {
  const { label, description, all, names, chosen, onChange } = props;
  return (
    <fieldset className={classes.boxes}>
      <legend>{label}</legend>
      {description !== undefined && <span className={classes.hint}>{description}</span>}
      {all.map((each) => (
        <CheckBox
          key={each}
          label={names[each]}
          checked={chosen.includes(each)}
          onChange={(isChosen) =>
            onChange(all.filter((one) => (one === each ? isChosen : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
