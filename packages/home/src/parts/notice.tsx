import { type ReactElement, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormats } from '../format/formats.ts';
import { useTexts } from '../language/language.tsx';
import { useReason } from './nothing-here.tsx';
import classes from './notice.module.css';

interface NoticeProps {
  readonly kind: 'warning' | 'calm';
  /** Where it asks something. */
  readonly label?: string;
  readonly title?: string;
  readonly text: string;
  /** What can be done about it, to the right. */
  readonly children?: ReactNode;
}

/**
 * What the page has to say above a list. It has one line in a strip that is always there, for a list
 * that it moved would have another customer under the pointer. A click shows all of it.
 */
export function Notice({ kind, label, title, text, children }: NoticeProps) {
  const [isOpen, setOpen] = useState(false);
  const Part = label === undefined ? 'div' : 'section';
  return (
    <Part
      className={classes.notice}
      data-kind={kind}
      data-open={isOpen || undefined}
      role={label === undefined ? 'status' : undefined}
      aria-label={label}
    >
      <button
        type="button"
        className={classes.words}
        aria-expanded={isOpen}
        title={title ? `${title} ${text}` : text}
        onClick={() => setOpen(!isOpen)}
      >
        {title && <strong>{title}</strong>} {text}
      </button>
      {children}
    </Part>
  );
}

/** Where in the strip pages say theirs, and how many rows wait. */
const PLACES = { notice: 'page-notice', newer: 'newer-rows' };

/** The strip below the bar; a notice takes the place of those after it. */
export function NoticeStrip({
  before,
  after,
}: {
  before: ReactNode;
  after: readonly ReactElement[];
}) {
  return (
    <div className={classes.strip}>
      <div className={classes.newer} id={PLACES.newer} />
      <div className={classes.slots}>
        <div>{before}</div>
        <div id={PLACES.notice} />
        {after.map((each) => (
          <div key={each.key}>{each}</div>
        ))}
      </div>
    </div>
  );
}

/** Stands in the strip, for a part of the page that is beside or below it. */
export function InStrip({ at, children }: { at: keyof typeof PLACES; children: ReactNode }) {
  const place = document.getElementById(PLACES[at]);
  return place && createPortal(children, place);
}

/** What is shown may be old: the archive does not answer. It goes away by itself. */
export function StaleNotice({ trouble, since }: { trouble: unknown; since: number }) {
  const t = useTexts().notice;
  const { time } = useFormats();
  return (
    <InStrip at="notice">
      <Notice kind="warning" text={`${useReason(trouble)} ${t.asOf(time(since))}`} />
    </InStrip>
  );
}
