import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLaterTexts } from '../language/language.tsx';
import { IconButton } from './button.tsx';
import classes from './dialog.module.css';
import { useReason } from './nothing-here.tsx';
import { isInFront, standInFront } from './open-dialogs.ts';

interface DialogProps {
  /** Its heading; a dialog without one is named by `label`. */
  readonly title?: string;
  readonly label?: string;
  readonly isWide?: boolean;
  /** Something is typed in it: a click beside it is a slip. */
  readonly isKept?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Stands before the page and leaves the telephone free: the browser's own modal dialog would take
 * the click on "Answer". It closes on Escape and gives the focus back. What has `data-autofocus` gets
 * the focus first.
 */
export function Dialog({ title, label, isWide, isKept, onClose, children }: DialogProps) {
  const t = useLaterTexts().common;
  const layer = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const heading = useId();
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const [behind, shown] = [layer.current, dialog.current];
    if (!behind || !shown) return;
    const before = document.activeElement;
    const leave = standInFront(behind);
    shown.show();
    shown.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      const { activeElement: at } = document;
      leave();
      // Whoever has gone on to the telephone is left alone.
      const isHere = at === null || at === document.body || shown.contains(at);
      if (isHere && before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (!layer.current || !isInFront(layer.current)) return;
      if (target !== document.body && !layer.current.contains(target as Node)) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: what is beside the dialog belongs to it
    <div
      ref={layer}
      className={classes.layer}
      // A text that is selected up to here from inside is no click beside it.
      onPointerDown={({ target }) => {
        isPressedBeside.current = target === layer.current;
      }}
      onClick={() => isPressedBeside.current && !isKept && onClose()}
    >
      <dialog
        ref={dialog}
        className={classes.dialog}
        data-wide={isWide}
        aria-label={label}
        aria-labelledby={title === undefined ? undefined : heading}
      >
        <div className={classes.sheet}>
          {title !== undefined && (
            <div className={classes.head}>
              <h2 id={heading}>{title}</h2>
              <IconButton icon="close" aria-label={t.close} onClick={onClose} />
            </div>
          )}
          {children}
        </div>
      </dialog>
    </div>,
    document.body,
  );
}

/** What did not work, and why, beside what was tried. */
export function Refusal(props: { title: string; error: unknown; children?: ReactNode }) {
  const reason = useReason(props.error);
  return (
    <div className={classes.refusal} role="alert">
      <strong>{props.title}</strong>
      <p>{props.children ?? reason}</p>
    </div>
  );
}
