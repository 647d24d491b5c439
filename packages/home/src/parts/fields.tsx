import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './fields.module.css';
import { Icon, type IconName } from './icon.tsx';

interface FieldProps {
  /** A field that shows none is named by `aria-label`. */
  readonly label?: ReactNode;
  readonly description?: ReactNode;
  /** What is wrong with what stands in it. */
  readonly error?: ReactNode;
  readonly className?: string | undefined;
}

type Own<E extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<E>, keyof FieldProps>;

/** A line of text, a number, a day. */
export function TextField(props: FieldProps & Own<'input'> & { readonly icon?: IconName }) {
  const { label, description, error, className, icon, ...others } = props;
  return (
    <Field {...{ label, description, error, className }}>
      {(links) => (
        <>
          {icon && <Icon name={icon} />}
          <input className={classes.input} {...links} {...others} />
        </>
      )}
    </Field>
  );
}

/** Several lines of text. */
export function TextArea(props: FieldProps & Own<'textarea'>) {
  const { label, description, error, className, ...others } = props;
  return (
    <Field {...{ label, description, error, className }}>
      {(links) => <textarea className={classes.input} {...links} {...others} />}
    </Field>
  );
}

type Option = string | { readonly value: string; readonly label: string };
/** Options below a word of their own. */
interface Group {
  readonly group: string;
  readonly options: readonly Option[];
}

/** One of several, which unfold. */
export function SelectField(
  props: FieldProps &
    Own<'select'> & { readonly options: readonly (Option | Group)[]; readonly isSmall?: boolean },
) {
  const { label, description, error, className, options, isSmall, ...others } = props;
  return (
    <Field {...{ label, description, error, className }}>
      {(links) => (
        <>
          <select
            className={classes.input}
            data-small={isSmall || undefined}
            {...links}
            {...others}
          >
            {options.map((each) =>
              typeof each === 'object' && 'group' in each ? (
                <optgroup key={each.group} label={each.group}>
                  {each.options.map(optionOf)}
                </optgroup>
              ) : (
                optionOf(each)
              ),
            )}
          </select>
          <Icon name="chevronDown" size={16} />
        </>
      )}
    </Field>
  );
}

function optionOf(option: Option) {
  const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

type Links = Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>;

/** What stands around a field: it is said together with it to whoever hears it. */
function Field(props: FieldProps & { readonly children: (links: Links) => ReactNode }) {
  const { label, description, error, className, children } = props;
  const id = useId();
  const describedBy = [description && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return (
    <div className={className} data-furniture>
      {label && (
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
      )}
      {description && (
        <p id={`${id}-hint`} className={classes.hint}>
          {description}
        </p>
      )}
      <div className={classes.frame}>
        {children({
          id,
          'aria-describedby': describedBy.join(' ') || undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
