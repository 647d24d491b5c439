import { useWhoName, type Who } from '../parts/calls/who.ts';
import { linkTo } from '../route.ts';
import classes from './call-card.module.css';

/** The name of whom a call is with, which leads to all that is known of them. */
export function CallerName({ id, who }: { id: string; who: Who }) {
  const name = useWhoName()(who);
  const { address, number, kinds } = who;
  // Not before the archive has answered: the link would lead elsewhere a moment later.
  const item = who.caller && !kinds.includes('internal') ? (address?.id ?? number) : null;
  return (
    <h2 id={id} className={`foreign ${classes.name}`}>
      {item === null ? name : <a href={linkTo('contacts', item)}>{name}</a>}
    </h2>
  );
}
