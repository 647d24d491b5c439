import { CloseButton } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../language/language.tsx';
import classes from './dialog.module.css';

const TEXTS = { de: { close: 'Schließen' }, en: { close: 'Close' } };

interface DialogProps {
  /** Its heading; a dialog without one is named by `label`. */
  readonly title?: string;
  readonly label?: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus
 * back. The one of the kit takes 15 KiB more. What has `data-autofocus` gets the focus first.
 */
export function Dialog({ title, label, isWide, onClose, children }: DialogProps) {
  const t = useTexts(TEXTS);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Closed before it is gone: only so the focus goes back to where it was.
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, as `onCancel`
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-wide={isWide}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // What is beside the dialog belongs to it; everything inside is a child.
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={classes.sheet}>
        {title !== undefined && (
          <div className={classes.head}>
            <h2 id={heading}>{title}</h2>
            <CloseButton aria-label={t.close} onClick={onClose} />
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
