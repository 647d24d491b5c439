import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLaterTexts } from '../../language/language.tsx';
import { type Contact, placeLine } from '../../parts/contacts/contact.ts';
import type { Query } from '../../parts/contacts/contact-search.ts';
import { FoundOther, Highlighted, Roles } from '../../parts/contacts/highlighted.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { rowsOf, useRowsInSight } from '../../parts/rows-in-sight.ts';
import { linkTo } from '../../route.ts';
import classes from './contact-rows.module.css';

/** So many rows before the end more is read, so that nobody who scrolls comes to it. */
const READ_BEFORE = 100;

interface ContactRowsProps {
  readonly label: string;
  readonly contacts: readonly Contact[];
  readonly query: Query;
  /** Undefined if there is nothing more to be read now. */
  readonly readOn: (() => void) | undefined;
}

/** As many contacts as there are; only those in sight are in the document. */
export function ContactRows({ label, contacts, query, readOn }: ContactRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { sight, whole, top } = useRowsInSight(list, contacts.length);
  const [focused, setFocused] = useState<number>();
  const kept = focused !== undefined && focused < contacts.length ? [focused] : [];
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
      style={{ height: whole }}
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
            style={{ top: top(row) }}
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

function nextRow(key: string, row: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(row + 1, last);
  if (key === 'ArrowUp') return Math.max(row - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
