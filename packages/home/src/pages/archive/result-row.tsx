import { type ReactNode, useId, useState } from 'react';
import { useFormats } from '../../format/formats.ts';
import { Icon } from '../../parts/icon.tsx';
import { PayloadView } from '../../parts/payload.tsx';
import classes from './archive.module.css';

/** One result in a line or two; unfolded, all of it. */
export function ResultRow(props: {
  readonly when: string | null;
  /** What it is, in a word or two. */
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** What can be clicked by itself: a number, the way to the job. */
  readonly action?: ReactNode;
  readonly payload: unknown;
}) {
  const { when, exact } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const inside = useId();
  return (
    <li>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.row}
          aria-expanded={isOpen}
          aria-controls={isOpen ? inside : undefined}
          data-row
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevronDown" size={16} />
          {props.when === null ? (
            <span />
          ) : (
            <time dateTime={props.when} title={exact(props.when)}>
              {when(props.when)}
            </time>
          )}
          <span className={classes.what}>
            <span className={classes.title}>{props.title}</span>
            {props.detail && <span className={classes.detail}>{props.detail}</span>}
          </span>
        </button>
        {props.action && <span className={classes.action}>{props.action}</span>}
      </div>
      {isOpen && (
        <div className={classes.inside} id={inside}>
          <PayloadView payload={props.payload} />
        </div>
      )}
    </li>
  );
}
