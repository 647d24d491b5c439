import type { StatusClass } from '@hookline/records';
import type { ReactNode } from 'react';
import { statusWord } from '../format/payload-status.ts';
import { shortText } from '../format/payload-text.ts';
import { useTexts } from '../language/language.tsx';
import classes from './badge.module.css';

interface BadgeProps {
  readonly kind?: string;
  readonly size?: 'small';
  /** As round as a number of one digit is. */
  readonly isRound?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A word or a number that stands out of its line. */
export function Badge({ kind, size, isRound, title, children }: BadgeProps) {
  return (
    <span
      className={classes.badge}
      data-kind={kind}
      data-size={size}
      data-is-round={isRound}
      title={title}
    >
      {children}
    </span>
  );
}

/** A status in words; its colour and mark only say the same again. */
export function StatusChip(props: {
  readonly status: string;
  /** The class that the server has for it, if it was asked. */
  readonly of?: StatusClass | null | undefined;
}) {
  const { status } = props;
  const { tone, word } = statusWord(status, useTexts(), props.of);
  const sent = shortText(status, 40);
  return (
    <span
      className={`${classes.badge} ${classes.chip}`}
      data-tone={tone}
      title={word && word !== sent ? `${word} (${sent})` : sent}
    >
      <bdi>{word ?? sent}</bdi>
    </span>
  );
}
