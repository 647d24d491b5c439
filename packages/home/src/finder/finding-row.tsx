import type { ReactNode } from 'react';
import type { Job } from '../backend/archive.ts';
import { statusText } from '../format/payload-status.ts';
import { shortText } from '../format/payload-text.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { type Texts, useLaterTexts, useTexts } from '../language/language.tsx';
import { type Contact, furtherTexts, placeLine } from '../parts/contacts/contact.ts';
import { foundOther, isMarked, type Query } from '../parts/contacts/contact-search.ts';
import { FoundOther, Highlighted, Roles } from '../parts/contacts/highlighted.tsx';
import { Icon } from '../parts/icon.tsx';
import { partyText } from '../parts/jobs/job-facts.ts';
import classes from './finder.module.css';
import type { Finding } from './findings.ts';

/** One line of the search. */
export function FindingRow({ finding, query }: { finding: Finding; query: Query }) {
  const { eventLinks, numberChoice } = useLaterTexts();
  const format = usePhoneFormat();
  const texts = useTexts();
  if (finding.kind === 'contact') return <Person contact={finding.contact} query={query} />;
  if (finding.kind === 'dial') {
    return (
      <>
        <Icon name="phone" />
        <span className={classes.name}>{numberChoice.asTyped}</span>
        <Call>
          <bdi>{shortText(format(finding.number), 60)}</bdi>
        </Call>
      </>
    );
  }
  return (
    <>
      <Icon name="jobs" />
      <span className={classes.name}>
        <bdi>{eventLinks.openOneJob(shortText(finding.reference, 60))}</bdi>
      </span>
      <span className={classes.where}>
        <bdi>{jobLine(finding.job, texts)}</bdi>
      </span>
    </>
  );
}

/** For the mouse and the thumb; the keys at the foot do the same. */
function Call({ children }: { children: ReactNode }) {
  const t = useLaterTexts().finder;
  return (
    <span className={classes.number} data-call title={t.keys.call}>
      <Icon name="phoneOut" size={16} />
      {children}
    </span>
  );
}

/** How far it is, and where it goes. */
function jobLine({ status, facts }: Job, texts: Texts): string {
  const parts = [status === null ? '' : statusText(status, texts), partyText(facts.dropoff)];
  return shortText(parts.filter(Boolean).join(' · '));
}

function Person({ contact, query }: { contact: Contact; query: Query }) {
  const { noName } = useLaterTexts().contact;
  const format = usePhoneFormat();
  const { name, number, roles } = contact;
  const shown = number === null ? '' : format(number);
  return (
    <>
      <Icon name="user" />
      <span className={classes.who}>
        <span className={classes.name}>
          {name ? <Highlighted text={name} query={query} /> : noName}
        </span>
        <Roles roles={roles} />
      </span>
      <span className={classes.where}>
        <FoundOther contact={contact} query={query} />
        <Highlighted text={whereFound(contact, shown, query)} query={query} />
      </span>
      {number !== null && (
        <Call>
          <Highlighted text={shown} query={query} />
        </Call>
      )}
    </>
  );
}

/** The place, and what else the words were found in: a row that shows none of them looks wrong. */
function whereFound(contact: Contact, number: string, query: Query): string {
  const place = placeLine(contact);
  const shown = [contact.name, number, place, foundOther(contact, query) ?? ''];
  const unseen = query.words.filter((forms) => !shown.some((text) => isMarked(text, forms, query)));
  const isDialled = unseen.length < query.words.length && query.digits !== undefined;
  if (unseen.length === 0 || isDialled) return place;
  const texts = furtherTexts(contact).filter((text) => !place.includes(text));
  const further = texts.find((text) => unseen.some((forms) => isMarked(text, forms, query)));
  return [place, further].filter((text) => text).join(' · ');
}
