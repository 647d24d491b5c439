import type { AddressOwner } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { cut } from '../../parts/contacts/contact.ts';
import { withoutNumbers } from '../../parts/contacts/further-numbers.ts';
import { Roles } from '../../parts/contacts/highlighted.tsx';
import { FurtherNumbers } from './contact-card.tsx';
import { ContactFields } from './contact-fields.tsx';
import classes from './contact-page.module.css';

/** Whoever had the number before, or has it as well: nothing of them is in the contact itself. */
export function OtherOwners({ others }: { others: readonly AddressOwner[] }) {
  const t = useLaterTexts().otherOwners;
  const { noName } = useLaterTexts().contact;
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
