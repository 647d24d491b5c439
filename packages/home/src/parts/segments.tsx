import { useId } from 'react';

/** One of a few, side by side. */
export function Segments<T extends string>(props: {
  readonly label: string;
  readonly all: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  /** Undefined where none is chosen yet. */
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  readonly className?: string | undefined;
}) {
  const { label, all, names, value, onChange, className = '' } = props;
  const name = useId();
  return (
    <div className={`segments ${className}`} role="radiogroup" aria-label={label}>
      {all.map((each) => (
        <label key={each}>
          <input
            className="spoken"
            type="radio"
            name={name}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {names[each]}
        </label>
      ))}
    </div>
  );
}
