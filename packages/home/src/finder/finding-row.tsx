import { matchedParts } from '@hookline/records';
import type { Job } from '../backend/archive.ts';
import { statusText } from '../format/payload-status.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { type Language, useLanguage, useTexts } from '../language/language.tsx';
import { type Contact, cut, furtherTexts, placeLine } from '../parts/contacts/contact.ts';
import type { Query } from '../parts/contacts/contact-search.ts';
import { Highlighted, Roles } from '../parts/contacts/highlighted.tsx';
import { Icon } from '../parts/icon.tsx';
import { partyText } from '../parts/jobs/job-facts.ts';
import classes from './finder.module.css';
import type { Finding } from './findings.ts';
import { FIND } from './texts.ts';

/** One line of the search. */
export function FindingRow({ finding, query }: { finding: Finding; query: Query }) {
  const t = useTexts(FIND);
  const format = usePhoneFormat();
  const language = useLanguage();
  if (finding.kind === 'contact') return <Person contact={finding.contact} query={query} />;
  const isJob = finding.kind === 'job';
  return (
    <>
      <Icon name={isJob ? 'jobs' : 'phoneOut'} />
      <span className={classes.name}>
        <bdi>
          {isJob ? t.job(cut(finding.reference, 60)) : t.dial(cut(format(finding.number), 60))}
        </bdi>
      </span>
      <span className={classes.where}>{isJob && <bdi>{jobLine(finding.job, language)}</bdi>}</span>
    </>
  );
}

/** How far it is, and where it goes. */
function jobLine({ status, facts }: Job, language: Language): string {
  const parts = [status === null ? '' : statusText(status, language), partyText(facts.dropoff)];
  return cut(parts.filter(Boolean).join(' · '));
}

function Person({ contact, query }: { contact: Contact; query: Query }) {
  const t = useTexts(FIND);
  const format = usePhoneFormat();
  const { name, number, roles } = contact;
  const shown = number === null ? '' : format(number);
  return (
    <>
      <Icon name="user" />
      <span className={classes.who}>
        <span className={classes.name}>
          {name ? <Highlighted text={name} query={query} /> : t.noName}
        </span>
        <Roles roles={roles} />
      </span>
      <span className={classes.where}>
        <Highlighted text={whereFound(contact, shown, query)} query={query} />
      </span>
      <span className={classes.number}>
        <Highlighted text={shown} query={query} />
      </span>
      {/* For the mouse; the arrow key does the same. */}
      <span className={classes.open} data-open>
        <Icon name="arrowRight" />
      </span>
    </>
  );
}

/** The place, and what else the words were found in: a row that shows none of them looks wrong. */
function whereFound(contact: Contact, number: string, query: Query): string {
  const place = placeLine(contact);
  const shown = [contact.name, number, place];
  const unseen = query.words.filter((forms) => !shown.some((text) => isMarked(text, forms, query)));
  const isDialled = unseen.length < query.words.length && query.digits !== undefined;
  if (unseen.length === 0 || isDialled) return place;
  const texts = furtherTexts(contact).filter((text) => !place.includes(text));
  const further = texts.find((text) => unseen.some((forms) => isMarked(text, forms, query)));
  return [place, further].filter((text) => text).join(' · ');
}

function isMarked(text: string, forms: readonly string[], { digits }: Query): boolean {
  return matchedParts(text, { words: [forms], digits }).some(({ isMatch }) => isMatch);
}
