import { Fragment, useCallback, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { dayName, dayOf } from './day-name.ts';
import type { Entry } from './entry.ts';
import { EventRow } from './event-row.tsx';
import { KeptInPlace } from './kept-in-place.tsx';
import classes from './live.module.css';
import { LIVE } from './texts.ts';
import { useListKeys } from './use-list-keys.ts';

interface EventListProps {
  readonly rows: readonly Entry[];
  readonly isAway: boolean;
  readonly fresh: ReadonlySet<string>;
  readonly looked: (key: string) => void;
  readonly onPointerMove: (event: React.PointerEvent) => void;
}

/** The rows, with a line where a day or a life of the backend begins. */
export function EventList({ rows, isAway, fresh, looked, onPointerMove }: EventListProps) {
  const t = useTexts(LIVE);
  const language = useLanguage();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    [],
  );
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list, rows);
  const today = dayOf(Date.now());
  let day = today;
  return (
    <KeptInPlace rows={rows} isAway={isAway} list={list}>
      <ol
        ref={list}
        className={`rows ${classes.list}`}
        aria-label={t.list}
        onPointerMove={onPointerMove}
      >
        {rows.map((entry, i) => {
          const above = rows[i - 1];
          const isNewDay = day !== dayOf(entry.receivedAt);
          day = dayOf(entry.receivedAt);
          return (
            <Fragment key={entry.key}>
              {isNewDay && <li className={classes.divider}>{dayName(day, today, language)}</li>}
              {above && above.instance !== entry.instance && (
                <li className={classes.divider}>{t.restart}</li>
              )}
              <EventRow
                entry={entry}
                isFresh={fresh.has(entry.key)}
                isOpen={open.has(entry.key)}
                onToggle={toggle}
                looked={looked}
              />
            </Fragment>
          );
        })}
      </ol>
    </KeptInPlace>
  );
}
