import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLaterTexts } from '../../language/language.tsx';
import { type Contact, placeLine } from '../../parts/contacts/contact.ts';
import type { Query } from '../../parts/contacts/contact-search.ts';
import { FoundOther, Highlighted, Roles } from '../../parts/contacts/highlighted.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { linkTo } from '../../route.ts';
import classes from './contact-rows.module.css';
import { type RowWindow, rowsInSight, rowsOf } from './row-window.ts';

/** So many rows before the end more is read, so that nobody who scrolls comes to it. */
const READ_BEFORE = 100;

interface ContactRowsProps {
  readonly label: string;
  readonly contacts: readonly Contact[];
  readonly query: Query;
  /** Undefined if there is nothing more to be read now. */
  readonly readOn: (() => void) | undefined;
}

/**
 * As many contacts as there are; only those in sight are in the document. All are of one height, for
 * which a few lines do: `@tanstack/react-virtual` takes 10 KiB, more than the whole page.
 */
export function ContactRows({ label, contacts, query, readOn }: ContactRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { sight, height, isPrinted } = useSight(list, contacts.length);
  const [focused, setFocused] = useState<number>();
  const kept = focused !== undefined && focused < contacts.length ? focused : undefined;
  useEffect(() => {
    const row = list.current?.querySelector(`[data-row="${focused}"]`);
    // Reached by a key, and only now in the document.
    if (row && !row.contains(document.activeElement)) row.querySelector('a')?.focus();
  }, [focused]);
  useEffect(() => {
    if (sight.last >= contacts.length - READ_BEFORE) readOn?.();
  }, [sight.last, contacts.length, readOn]);
  const move = (event: KeyboardEvent) => {
    const to = nextRow(event.key, focused ?? 0, contacts.length - 1);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setFocused(to);
  };
  return (
    <ul
      ref={list}
      className={`rows ${classes.rows}`}
      aria-label={label}
      style={{ height: isPrinted ? 'auto' : contacts.length * height }}
      onKeyDown={move}
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
        if (row !== undefined) setFocused(Number(row));
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
      }}
    >
      {rowsOf(sight, kept).map((row) => {
        const contact = contacts[row];
        if (!contact) return null;
        return (
          <li
            key={contact.key}
            className={classes.row}
            data-row={row}
            aria-setsize={contacts.length}
            aria-posinset={row + 1}
            style={{ top: row * height }}
          >
            <Row contact={contact} query={query} />
          </li>
        );
      })}
    </ul>
  );
}

function Row({ contact, query }: { contact: Contact; query: Query }) {
  const t = useLaterTexts().contact;
  const { id, name, number, roles } = contact;
  return (
    <>
      <span className={classes.who}>
        <a className={classes.name} href={linkTo('contacts', id ?? number ?? '')}>
          {name ? <Highlighted text={name} query={query} /> : t.noName}
        </a>
        <Roles roles={roles} />
      </span>
      <span className={classes.place}>
        <FoundOther contact={contact} query={query} />
        <Highlighted text={placeLine(contact)} query={query} />
      </span>
      <span className={classes.number}>
        {number !== null && <PhoneLink number={number} name={name} />}
      </span>
    </>
  );
}

/** Which rows are near the screen, and how high one is: that depends on screen and text size. */
function useSight(list: React.RefObject<HTMLUListElement | null>, count: number) {
  const [height, setHeight] = useState(48);
  const [sight, setSight] = useState<RowWindow>({ first: 0, last: 30 });
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // At once: what is drawn later is not on the paper.
    const print = ({ type }: Event) => flushSync(() => setPrinted(type === 'beforeprint'));
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', print);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', print);
    };
  }, []);
  useLayoutEffect(() => {
    const look = () => {
      const element = list.current;
      if (!element) return;
      const row = element.querySelector('li')?.offsetHeight ?? 48;
      setHeight(row);
      const next = rowsInSight(count, row, element.getBoundingClientRect().top, innerHeight);
      setSight((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list, count]);
  const first = isPrinted ? 0 : sight.first;
  const last = isPrinted ? count - 1 : Math.min(sight.last, count - 1);
  return { sight: { first, last }, height, isPrinted };
}

function nextRow(key: string, row: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(row + 1, last);
  if (key === 'ArrowUp') return Math.max(row - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
