import { digitsOf } from '@hookline/records';
import { useMemo, useRef } from 'react';
import { exportUrl } from '../../backend/archive.ts';
import { useFilter } from '../../filter.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { isEmpty, queryOf } from '../../parts/contacts/contact-search.ts';
import { openContactForm } from '../../parts/contacts/open-form.ts';
import { TextField } from '../../parts/fields.tsx';
import { Failed, Loading, NothingHere, useReason } from '../../parts/nothing-here.tsx';
import { InStrip, Notice } from '../../parts/notice.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useTyped } from '../../parts/search-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useRoute } from '../../route.ts';
import { ContactPage } from './contact-page.tsx';
import { ContactRows } from './contact-rows.tsx';
import classes from './contacts.module.css';
import { PhoneBookSource } from './phone-book-source.tsx';
import { type Everybody, filterFrom, ROLES, USUAL, useEverybody } from './use-everybody.ts';

/** The phone book, or one contact of it. */
export default function ContactsPage() {
  const { item } = useRoute();
  return item === undefined ? <EverybodyPage /> : <ContactPage key={item} item={item} />;
}

const FORMS = [
  ['excel', 'Excel'],
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
  ['vcard', 'vCard'],
] as const;

/** Everybody the office knows, to be filtered while typing. */
function EverybodyPage() {
  const t = useLaterTexts().contactsPage;
  const both = useLaterTexts().contact;
  const pages = useTexts().pageNames;
  const [{ q, role }, change] = useFilter(filterFrom, USUAL);
  const [typed, setTyped] = useTyped(q, (words) => change({ q: words }));
  const list = useRef<HTMLDivElement>(null);
  const all = useEverybody(typed, role, q.trim());
  const { found } = all;
  const query = useMemo(() => queryOf(typed), [typed]);
  const filter = { q: typed.trim(), role: role === 'all' ? undefined : role };
  const add = () =>
    openContactForm(
      digitsOf(typed) === undefined ? { name: typed.trim() } : { number: typed.trim() },
    );
  return (
    <>
      <PageTitle page="contacts">
        <Button look="main" icon="userPlus" onClick={add}>
          {both.add}
        </Button>
      </PageTitle>
      <PhoneBookSource />
      <div className={classes.tools}>
        <TextField
          className={classes.filter}
          type="search"
          aria-label={t.filter}
          placeholder={t.hint}
          icon="search"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            list.current?.querySelector('a')?.focus();
          }}
        />
        <Segments
          label={both.role}
          all={ROLES}
          names={t.roles}
          value={role}
          onChange={(value) => change({ role: value })}
        />
      </div>
      <Count all={all} isFiltered={!isEmpty(query) || role !== 'all'}>
        <nav className={classes.exports} aria-label={t.export}>
          {t.export}
          {FORMS.map(([format, name]) => (
            <a
              key={format}
              href={exportUrl('addresses', filter, format)}
              download
              aria-label={t.exportAs(name)}
            >
              {name}
            </a>
          ))}
        </nav>
      </Count>
      {all.error && !all.isNobody && <NoArchive error={all.error} />}
      <div ref={list}>
        {found.length > 0 ? (
          <ContactRows label={pages.contacts} contacts={found} query={query} readOn={all.readOn} />
        ) : (
          <Nobody all={all} onAdd={add} />
        )}
      </div>
    </>
  );
}

function Count(props: {
  readonly all: Everybody;
  readonly isFiltered: boolean;
  readonly children: React.ReactNode;
}) {
  const t = useLaterTexts().contactsPage;
  const { count, countOfAll } = props.all;
  return (
    <div className={classes.under}>
      <span role="status">
        {props.isFiltered ? t.some(count, countOfAll) : t.count(countOfAll)}
      </span>
      {props.children}
    </div>
  );
}

function NoArchive({ error }: { error: Error }) {
  const t = useLaterTexts().contactsPage;
  return (
    <InStrip at="notice">
      <Notice kind="warning" text={`${t.noArchive} ${useReason(error)}`} />
    </InStrip>
  );
}

function Nobody({ all, onAdd }: { all: Everybody; onAdd: () => void }) {
  const t = useLaterTexts().contactsPage;
  const both = useLaterTexts().contact;
  if (all.isLoading) return <Loading />;
  const isEmptyBook = all.isNobody;
  if (isEmptyBook && all.error) return <Failed error={all.error} retry={all.retry} />;
  return (
    <NothingHere icon={isEmptyBook ? 'book' : 'search'} title={isEmptyBook ? t.nobody : t.notFound}>
      <p>{isEmptyBook ? t.nobodyHint : t.notFoundHint}</p>
      <Button icon="userPlus" onClick={onAdd}>
        {both.add}
      </Button>
    </NothingHere>
  );
}
