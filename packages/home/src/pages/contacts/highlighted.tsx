import { matchedParts } from '@hookline/records';
import type { Query } from './contact-search.ts';
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
