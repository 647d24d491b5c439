import {
  Component,
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import { dayName, dayOf } from '../../format/days.ts';
import { useTexts } from '../../language/language.tsx';
import { type Hold, useHeldValue } from '../../parts/held-list.tsx';
import { useCopyPayload } from '../../parts/payload-copy.tsx';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import type { Entry } from './entry.ts';
import { EventRow } from './event-row.tsx';
import classes from './live.module.css';
import { currentKey, moveFocus, rowButton, visibleButtons } from './row-focus.ts';

interface EventListProps {
  readonly rows: readonly Entry[];
  /** The reader has scrolled, or aims at a row. */
  readonly isHeld: boolean;
  /** No row comes or goes, so no line for a day does either: at midnight one would move them all. */
  readonly isStill: boolean;
  readonly fresh: ReadonlySet<string>;
  readonly looked: (key: string) => void;
  readonly handlers: Hold['handlers'];
  readonly list: RefObject<HTMLOListElement | null>;
  /** Keys of the rows that are unfolded. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
}

/** The rows, with a line where a day or an epoch of the backend begins. */
export function EventList(props: EventListProps) {
  const { rows, isHeld, isStill, fresh, looked, handlers, list, open, toggle } = props;
  const t = useTexts().live;
  const texts = useTexts();
  useListKeys(list, rows);
  const today = useHeldValue(dayOf(Date.now()), isStill);
  let day = today;
  return (
    <KeptInPlace rows={rows} isHeld={isHeld} list={list}>
      <ol ref={list} className={`rows ${classes.list}`} aria-label={t.list} {...handlers}>
        {rows.map((entry, i) => {
          const above = rows[i - 1];
          const isNewDay = day !== dayOf(entry.receivedAt);
          day = dayOf(entry.receivedAt);
          return (
            <Fragment key={entry.key}>
              {isNewDay && <li className={classes.divider}>{dayName(day, today, texts)}</li>}
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

interface KeptInPlaceProps extends Pick<EventListProps, 'rows' | 'isHeld'> {
  readonly list: { readonly current: Element | null };
  readonly children: ReactNode;
}

/** A row and where it stands on the screen. */
interface Anchor {
  readonly key: string;
  readonly top: number;
}

/**
 * What is being read stays where it is when rows come in above it, at the top of the list too if it
 * is unfolded. A class, for only a class is told right before the page changes.
 */
class KeptInPlace extends Component<KeptInPlaceProps> {
  override getSnapshotBeforeUpdate({ rows }: KeptInPlaceProps): Anchor | null {
    const { list, isHeld } = this.props;
    if (rows === this.props.rows || !list.current) return null;
    // Where rows stand is asked only when it matters: the answer makes the browser lay out the page.
    if (!isHeld && !list.current.querySelector('[aria-expanded=true]')) return null;
    const visible = visibleButtons(list.current);
    const read =
      visible.find((each) => each.closest('li')?.matches(':hover')) ??
      visible.find((each) => each.ariaExpanded === 'true') ??
      (isHeld ? visible[0] : undefined);
    const key = read?.dataset['entry'];
    return read && key ? { key, top: read.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_: KeptInPlaceProps, __: unknown, anchor: Anchor | null): void {
    const { current } = this.props.list;
    const button = anchor && current && rowButton(current, anchor.key);
    if (!button) return;
    const moved = button.getBoundingClientRect().top - anchor.top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** j and k go through the list, as the arrows do inside of it; c copies. */
function useListKeys(list: RefObject<Element | null>, rows: readonly Entry[]): void {
  const t = useTexts().live;
  const move = useCallback(
    (by: 1 | -1) => {
      if (list.current) moveFocus(list.current, by);
    },
    [list],
  );
  const copyPayload = useCopyPayload();
  const copy = useLatest(() => {
    const key = list.current && currentKey(list.current);
    const entry = rows.find((each) => each.key === key);
    if (entry) copyPayload(entry.payload, entry.text);
  });
  useShortcut(
    'j',
    t.next,
    useCallback(() => move(1), [move]),
  );
  useShortcut(
    'k',
    t.previous,
    useCallback(() => move(-1), [move]),
  );
  useShortcut('c', t.copy, copy);

  useEffect(() => {
    const element = list.current;
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.altKey || event.ctrlKey || event.metaKey)
        return;
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by !== 1 && by !== -1) return;
      // The page would scroll as well.
      event.preventDefault();
      move(by);
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [list, move]);
}

/** The same function for ever that does what it was last told to do. */
function useLatest(run: () => void): () => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback(() => latest.current(), []);
}
