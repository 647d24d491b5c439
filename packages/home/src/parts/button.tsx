import type { ComponentProps } from 'react';
import classes from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = ComponentProps<'button'> & {
  /** The one that is most likely meant; or one that is in nobody's eye. */
  readonly look?: 'main' | 'quiet';
  /** It takes something away for good. */
  readonly isBad?: boolean;
  readonly isSmall?: boolean;
  /** As wide as what it stands below. */
  readonly isWide?: boolean;
  /** What it does is being done, and is not begun a second time. */
  readonly isBusy?: boolean;
  readonly icon?: IconName;
};

/** A button of the page; it does not send a form unless it says so. */
export function Button({ look, isBad, isSmall, isWide, isBusy, icon, ...props }: ButtonProps) {
  const { className = '', disabled, children, ...others } = props;
  return (
    <button
      type="button"
      className={`${classes.button} ${className}`}
      data-look={look}
      data-bad={isBad || undefined}
      data-small={isSmall || undefined}
      data-wide={isWide || undefined}
      aria-busy={isBusy || undefined}
      disabled={disabled || isBusy}
      {...others}
    >
      {icon && <Icon name={icon} size={isSmall ? 15 : 18} />}
      <span className={classes.words}>{children}</span>
      {isBusy && <Busy />}
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & {
  readonly 'aria-label': string;
  readonly icon: IconName;
  readonly isLarge?: boolean;
};

/** A button that says what it does to those who hear it. */
export function IconButton({ icon, isLarge, className = '', ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.icon} ${className}`}
      data-large={isLarge || undefined}
      {...props}
    >
      <Icon name={icon} size={isLarge ? 20 : 18} />
    </button>
  );
}

type TextButtonProps = ComponentProps<'button'> & { readonly icon?: IconName };

/** A button among words, which looks as a link does. */
export function TextButton({ icon, className = '', children, ...props }: TextButtonProps) {
  return (
    <button type="button" className={`${classes.text} ${className}`} {...props}>
      {icon && <Icon name={icon} size={15} />}
      {children}
    </button>
  );
}

/** Three dots that say that something is being done. */
export function Busy() {
  return (
    <span className={classes.busy} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
