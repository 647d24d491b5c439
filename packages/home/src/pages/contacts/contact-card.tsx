import { rolesIn } from '@hookline/records';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import { useState } from 'react';
import type { Address } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { shortText } from '../../format/payload-text.ts';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Button } from '../../parts/button.tsx';
import { ByDesk } from '../../parts/by-desk.tsx';
import { withoutNumbers } from '../../parts/contacts/further-numbers.ts';
import { Roles } from '../../parts/contacts/highlighted.tsx';
import { openContactForm } from '../../parts/contacts/open-form.ts';
import { Icon } from '../../parts/icon.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { usePageTitle } from '../../title.ts';
import { ContactFields } from './contact-fields.tsx';
import classes from './contact-page.module.css';
import { DeleteContact } from './delete-contact.tsx';

/** All by which they are known, those that somebody has added included. */
export function FurtherNumbers(props: { readonly address: Pick<Address, 'numbers' | 'name'> }) {
  const { numbers, name } = props.address;
  const t = useLaterTexts().contactCard;
  if (numbers.length === 0) return null;
  return (
    <ul className={classes.further} aria-label={t.further}>
      {numbers.map(({ line, number, field }) => (
        <li key={line}>
          <PhoneLink number={number} name={name} />
          {field !== null && <bdi className="muted">{shortText(field, 60)}</bdi>}
        </li>
      ))}
    </ul>
  );
}

/** When something changed last, and who entered it or set something right last. */
function Changed({ address }: { address: Address }) {
  const { createdAt, updatedAt, correctedBy } = address;
  const t = useLaterTexts().contactCard;
  const { when } = useFormats();
  return (
    <div className={classes.changed}>
      {updatedAt !== correctedBy?.at && <div>{t.changed(when(updatedAt))}</div>}
      {correctedBy && (
        <div>
          {correctedBy.at === createdAt ? t.entered : t.corrected}: <ByDesk by={correctedBy} />
        </div>
      )}
    </div>
  );
}

const NO_ENTRY: PhoneBookEntry = { number: '', name: '' };

interface ContactCardProps {
  readonly address: Address | undefined;
  readonly entry: PhoneBookEntry | undefined;
  readonly number: string | null;
}

/** Who it is, with all that is known, and what can be done about it. */
export function ContactCard({ address, entry, number }: ContactCardProps) {
  const t = useLaterTexts().contactCard;
  const both = useLaterTexts().contact;
  const [isDeleting, setIsDeleting] = useState(false);
  const edit = () => openContactForm({ address, number: number ?? undefined, name: entry?.name });
  const { number: _number, name: _name, line: _line, ...listed } = entry ?? NO_ENTRY;
  const isKnown = address !== undefined || entry !== undefined;
  const name = shortText(address?.name ?? entry?.name ?? '') || (isKnown ? both.noName : t.unknown);
  const format = usePhoneFormat();
  usePageTitle(isKnown || number === null ? name : format(number));
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <h1 className="foreign">{name}</h1>
        <div className={classes.roles}>
          <Roles roles={address?.roles ?? rolesIn(listed)} />
        </div>
      </div>
      {number !== null && (
        <p className={classes.number}>
          <Icon name="phone" size={22} />
          <PhoneLink number={number} name={address?.name ?? entry?.name ?? null} />
        </p>
      )}
      {address && <FurtherNumbers address={address} />}
      <ContactFields fields={address ? withoutNumbers(address) : listed} />
      {!address && <p className="muted">{entry ? t.onlyListed : t.unknownHint}</p>}
      <div className={`buttons ${classes.actions}`}>
        <Button icon={address ? 'edit' : 'userPlus'} onClick={edit}>
          {address ? both.edit : t.save}
        </Button>
        {address && (
          <Button look="quiet" isBad icon="trash" onClick={() => setIsDeleting(true)}>
            {t.remove}
          </Button>
        )}
        {address && <Changed address={address} />}
      </div>
      {isDeleting && address && (
        <DeleteContact address={address} onClose={() => setIsDeleting(false)} />
      )}
    </section>
  );
}
