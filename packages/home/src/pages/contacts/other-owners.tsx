import type { AddressOwner } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { cut } from '../../parts/contacts/contact.ts';
import { withoutNumbers } from '../../parts/contacts/further-numbers.ts';
import { Roles } from '../../parts/contacts/highlighted.tsx';
import { CONTACT } from '../../parts/contacts/texts.ts';
import { FurtherNumbers } from './contact-card.tsx';
import { ContactFields } from './contact-fields.tsx';
import classes from './contact-page.module.css';

const TEXTS = {
  de: {
    title: 'Weitere Kontakte mit dieser Nummer',
    source: { kunden: 'Kunden', kuriere: 'Kuriere', 'phone-book': 'Telefonbuch' },
    changed: (when: string) => `Zuletzt geändert ${when}`,
  },
  en: {
    title: 'Further contacts with this number',
    source: { kunden: 'Customers', kuriere: 'Couriers', 'phone-book': 'Phone book' },
    changed: (when: string) => `Last changed ${when}`,
  },
};

/** Whoever had the number before, or has it as well: nothing of them is in the contact itself. */
export function OtherOwners({ others }: { others: readonly AddressOwner[] }) {
  const t = useTexts(TEXTS);
  const { noName } = useTexts(CONTACT);
  const { when } = useFormats();
  if (others.length === 0) return null;
  return (
    <section className={classes.card} aria-label={t.title}>
      <h2>{t.title}</h2>
      {others.map((other) => {
        const { ownId, name, source, updatedAt } = other;
        const told = [source && t.source[source], t.changed(when(updatedAt))];
        return (
          <article key={`${ownId} ${name} ${updatedAt}`} className={classes.owner}>
            <h3>
              <span className="foreign">{cut(name ?? '') || noName}</span>
              {ownId !== null && (
                <span className={`foreign ${classes.ownId}`}>{cut(ownId, 60)}</span>
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
