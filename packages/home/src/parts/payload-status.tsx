import type { StatusClass } from '@hookline/records';
import { statusWord } from '../format/payload-status.ts';
import { shortText } from '../format/payload-text.ts';
import { useLanguage } from '../language/language.tsx';
import classes from './payload-status.module.css';

/** A status in words; its colour and mark only say the same again. */
export function StatusChip(props: {
  readonly status: string;
  /** The class that the server has for it, if it was asked. */
  readonly of?: StatusClass | null;
}) {
  const { status } = props;
  const { tone, word } = statusWord(status, useLanguage(), props.of);
  const sent = shortText(status, 40);
  return (
    <span
      className={classes.chip}
      data-tone={tone}
      title={word && word !== sent ? sent : undefined}
    >
      <bdi>{word ?? sent}</bdi>
    </span>
  );
}
