import { useMutation } from '@tanstack/react-query';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import { useState } from 'react';
import { usePhone } from '../../backend/app-context.ts';
import { type Address, type AddressOwner, type Caller, useCaller } from '../../backend/archive.ts';
import { entryOf } from '../../backend/book-lines.ts';
import { useAddress } from '../../backend/one-record.ts';
import { RequestError, request } from '../../backend/request.ts';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Button } from '../../parts/button.tsx';
import { withoutNumbers } from '../../parts/contacts/further-numbers.ts';
import { Roles } from '../../parts/contacts/highlighted.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failed, Loading, NothingHere, useReason } from '../../parts/nothing-here.tsx';
import { ContactCard, FurtherNumbers } from './contact-card.tsx';
import { ContactFields } from './contact-fields.tsx';
import { ContactHistory } from './contact-history.tsx';
import classes from './contact-page.module.css';
import { EraseNumber } from './erase-number.tsx';

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** One contact, named by the archive's id; or whoever has a number, known or not. */
export function ContactPage({ item }: { item: string }) {
  const pages = useTexts().pageNames;
  return (
    <>
      <BackLink className={`link ${classes.back}`} page="contacts">
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
      <BackLink className={`link ${classes.link}`} page="contacts">
        <Icon name="book" /> {t.back}
      </BackLink>
    </NothingHere>
  );
}

/** Whoever had the number before, or has it as well: nothing of them is in the contact itself. */
function OtherOwners({ others }: { others: readonly AddressOwner[] }) {
  const { otherOwners: t, contact, contactCard } = useLaterTexts();
  const { when } = useFormats();
  if (others.length === 0) return null;
  return (
    <section className={classes.card} aria-label={t.title}>
      <h2>{t.title}</h2>
      {others.map((other) => {
        const { ownId, name, source, updatedAt } = other;
        const told = [source && t.source[source], contactCard.changed(when(updatedAt))];
        return (
          <article key={`${ownId} ${name} ${updatedAt}`} className={classes.owner}>
            <h3 className="wraps">
              <span className="foreign">{shortText(name ?? '') || contact.noName}</span>
              {ownId !== null && (
                <span className={`foreign ${classes.ownId}`}>{shortText(ownId, 60)}</span>
              )}
              <Roles roles={other.roles} />
            </h3>
            <FurtherNumbers address={other} />
            <ContactFields fields={withoutNumbers(other)} />
            <div className={classes.changed}>{told.filter(Boolean).join(' · ')}</div>
          </article>
        );
      })}
    </section>
  );
}

/** What a person may ask for by law: to see what is kept about a number, and to have it erased. */
function NumberData({ number }: { number: string }) {
  const t = useLaterTexts().numberData;
  const [isErasing, setIsErasing] = useState(false);
  const exported = useMutation({
    mutationFn: () => request<unknown>('POST', '/api/privacy/export', { body: { number } }),
    onSuccess: (data) =>
      download(`hookline-${number.replace(/\D/g, '')}.json`, JSON.stringify(data, null, 2)),
  });
  const reason = useReason(exported.error);
  return (
    <section className={classes.card} aria-label={t.title} data-furniture>
      <h2>{t.title}</h2>
      <p className="muted">{t.hint}</p>
      <div className="buttons">
        <Button icon="download" isBusy={exported.isPending} onClick={() => exported.mutate()}>
          {t.export}
        </Button>
        <Button look="quiet" isBad onClick={() => setIsErasing(true)}>
          {t.erase}
        </Button>
      </div>
      {exported.error && (
        <p className={classes.bad} role="alert">
          {reason}
        </p>
      )}
      {isErasing && <EraseNumber number={number} onClose={() => setIsErasing(false)} />}
    </section>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may take its time to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
