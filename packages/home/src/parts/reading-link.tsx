import type { UNNAMED_SENDER } from '@hookline/contract';
import { CHANNELS } from '@hookline/contract/words';
import type { ReactNode } from 'react';
import { useLaterTexts } from '../language/language.tsx';
import { linkTo } from '../route.ts';

/** All senders without a name. */
export const UNNAMED: typeof UNNAMED_SENDER = 'unbekannt';

/** To how the messages of a sender are read; nothing for those that nobody reads. */
export function ReadingLink(props: {
  readonly sender: string | null | undefined;
  readonly channel: string | null;
  /** When the message came that one looks at. */
  readonly at?: string;
  /** Tells several of them apart for those who hear them. */
  readonly label?: string;
  readonly children?: ReactNode;
}) {
  const t = useLaterTexts().readingLink;
  const { sender, at, label, children = t.wrong } = props;
  const channel = CHANNELS.find((each) => each === props.channel);
  if (!channel) return null;
  const query = new URLSearchParams({ channel, ...(at !== undefined && { at }) });
  return (
    <a
      className="link"
      href={linkTo('sources', sender ?? UNNAMED, `${query}`)}
      aria-label={label}
      data-furniture
    >
      {children}
    </a>
  );
}
