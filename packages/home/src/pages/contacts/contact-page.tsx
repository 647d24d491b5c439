import type { PhoneBookEntry } from 'hookline-client/telephony';
import { usePhone } from '../../backend/app-context.ts';
import { type Address, type Caller, useAddress, useCaller } from '../../backend/archive.ts';
import { entryOf } from '../../backend/book-lines.ts';
import { RequestError } from '../../backend/request.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failed, Loading, NothingHere } from '../../parts/nothing-here.tsx';
import { ContactCard } from './contact-card.tsx';
import { ContactHistory } from './contact-history.tsx';
import classes from './contact-page.module.css';
import { NumberData } from './number-data.tsx';
import { OtherOwners } from './other-owners.tsx';

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** One contact, named by the archive's id; or whoever has a number, known or not. */
export function ContactPage({ item }: { item: string }) {
  const pages = useTexts().pageNames;
  return (
    <>
      <BackLink className={classes.back} page="contacts">
        <span aria-hidden="true">‹</span> {pages.contacts}
      </BackLink>
      {ID.test(item) ? <ById id={item} /> : <ByNumber number={item} />}
    </>
  );
}

function ById({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useAddress(id);
  const number = data ? (data.e164 ?? data.number) : null;
  const caller = useCaller(number);
  if (error instanceof RequestError && error.status === 404) return <Gone />;
  if (data) return <Contact address={data} number={number} caller={caller} />;
  return isPending ? <Loading /> : <Failed error={error} retry={() => void refetch()} />;
}

function ByNumber({ number }: { number: string }) {
  const caller = useCaller(number);
  const { phoneBook } = usePhone();
  const { data, error, isPending, refetch } = caller;
  const address = data?.match === 'exact' ? (data.address ?? undefined) : undefined;
  const entry = entryOf(phoneBook.entries, data?.line);
  if (isPending && !entry) return <Loading />;
  if (error && !entry) return <Failed error={error} retry={() => void refetch()} />;
  return <Contact address={address} entry={entry} number={number} caller={caller} />;
}

interface ContactProps {
  readonly address?: Address | undefined;
  readonly entry?: PhoneBookEntry | undefined;
  readonly number: string | null;
  readonly caller: { readonly data: Caller | undefined; readonly error: Error | null };
}

function Contact({ address, entry, number, caller }: ContactProps) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <ContactCard address={address} entry={entry} number={number} />
        <OtherOwners others={address?.others ?? []} />
        {number !== null && <NumberData number={number} />}
      </div>
      {number !== null && <ContactHistory number={number} {...caller} />}
    </div>
  );
}

function Gone() {
  const t = useLaterTexts().contactPage;
  return (
    <NothingHere icon="user" title={t.gone}>
      <p>{t.goneHint}</p>
      <BackLink className={classes.link} page="contacts">
        <Icon name="book" /> {t.back}
      </BackLink>
    </NothingHere>
  );
}
