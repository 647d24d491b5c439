import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { type Filter, STANDINGS } from './board.ts';
import classes from './couriers.module.css';

const CHOICES = ['all', ...STANDINGS] as const;

/** How many stand how, and which of them are listed. All are always there: none moves away. */
export function CourierFilter(props: {
  readonly filter: Filter;
  readonly counts: Readonly<Record<Filter['state'], number>>;
  /** From so many jobs on somebody is overloaded, in digits. */
  readonly tooMany: string;
  readonly onChange: (change: Partial<Filter>) => void;
}) {
  const t = useLaterTexts().couriers;
  const { number } = useFormats();
  const { filter, counts, onChange } = props;
  return (
    <search className={classes.filter}>
      <fieldset className="segments" aria-label={t.which}>
        {CHOICES.map((state) => (
          <button
            key={state}
            type="button"
            className={classes.choice}
            data-state={state}
            data-has-some={counts[state] > 0 || undefined}
            aria-pressed={filter.state === state}
            title={state === 'overloaded' ? t.overloadedHint(props.tooMany) : undefined}
            onClick={() => onChange({ state })}
          >
            <span>{t.states[state]}</span>
            <span className={classes.number}>{number(counts[state])}</span>
          </button>
        ))}
      </fieldset>
      <SearchField
        className={classes.search}
        isBare
        label={t.search}
        placeholder={t.hint}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
    </search>
  );
}
