import type { Role } from '@hookline/contract';
import { matchedParts } from '@hookline/records';
import { useLaterTexts } from '../../language/language.tsx';
import { Badge } from '../badge.tsx';
import type { Contact } from './contact.ts';
import { foundOther, type Query } from './contact-search.ts';
import classes from './contacts.module.css';

/** A foreign text with what was searched for marked in it. Only ever text, whatever it holds. */
export function Highlighted({ text, query }: { text: string; query: Query }) {
  let at = 0;
  return (
    <bdi>
      {matchedParts(text, query).map((part) => {
        const key = at;
        at += part.text.length;
        return part.isMatch ? (
          <mark key={key} className={classes.match}>
            {part.text}
          </mark>
        ) : (
          part.text
        );
      })}
    </bdi>
  );
}

/** Before what is shown of a contact: by whose name it was found, if that is not its own. */
export function FoundOther({ contact, query }: { contact: Contact; query: Query }) {
  const t = useLaterTexts().contact;
  const other = foundOther(contact, query);
  if (other === undefined) return null;
  return (
    <>
      <Highlighted text={t.also(other)} query={query} />
      {' · '}
    </>
  );
}

/** Customer, courier or both. */
export function Roles({ roles }: { roles: readonly Role[] }) {
  const { kinds } = useLaterTexts().caller;
  return roles.map((role) => (
    <Badge key={role} kind={role} size="small">
      {kinds[role]}
    </Badge>
  ));
}
