import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useFormats } from '../format/formats.ts';
import { linkedParts } from '../format/payload-links.ts';
import { beginning, visibleText } from '../format/payload-text.ts';
import { readValue } from '../format/payload-value.ts';
import { useLaterTexts } from '../language/language.tsx';
import { StatusChip } from './badge.tsx';
import { TextButton } from './button.tsx';
import classes from './payload.module.css';
import { PhoneLink } from './phone-link.tsx';

/** A text is shown piece by piece: a megabyte at once would hold up the page. */
const FIRST = 400;

/** One value of a payload as people write it: numbers and dates in local form, phones to call. */
export function PayloadValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const { payloadValue: t, payloadTree } = useLaterTexts();
  const formats = useFormats();
  const reading = readValue(name, value);
  switch (reading.kind) {
    case 'phone':
      return <PhoneLink number={reading.number} />;
    case 'status':
      return <StatusChip status={reading.status} />;
    case 'time':
    case 'day':
      return (
        <time className="numbers" title={reading.sent}>
          {reading.kind === 'time' ? formats.exact(reading.at) : formats.day(reading.at)}
        </time>
      );
    case 'number':
      // The digits as they were sent: 1002 may be a job, and 4.50 a price.
      return <span className="numbers">{formats.digits(reading.digits)}</span>;
    case 'flag':
      return reading.isSet ? t.yes : t.no;
    case 'nothing':
      return <span className="muted">{payloadTree.empty}</span>;
    case 'text':
      return <LongText text={reading.text} />;
  }
}

/** Several short values on one line. */
export function PayloadRow(props: { readonly name: string; readonly values: readonly unknown[] }) {
  return props.values.map((value, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the values never change place
    <Fragment key={i}>
      {i > 0 && ', '}
      <PayloadValue name={props.name} value={value} />
    </Fragment>
  ));
}

/** Foreign text, with what is an address in it to be opened; the page it leads to learns nothing. */
function LinkedText({ text, isCut }: { readonly text: string; readonly isCut: boolean }) {
  const parts = useMemo(() => linkedParts(text), [text]);
  return parts.map(({ text: piece, href, host }, i) => {
    const shown = visibleText(piece);
    // Half an address leads to somewhere else.
    const isHalf = isCut && i === parts.length - 1;
    if (href === undefined || isHalf) return shown;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change place
      <Fragment key={i}>
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={(event) => event.stopPropagation()}
        >
          <bdi>{shown}</bdi>
        </a>
        {host !== undefined && <> ({host})</>}
      </Fragment>
    );
  });
}

function LongText({ text }: { readonly text: string }) {
  return (
    <Beginning text={text} first={FIRST}>
      {(shown) => (
        <bdi className={classes.text}>
          <LinkedText text={shown} isCut={shown.length < text.length} />
        </bdi>
      )}
    </Beginning>
  );
}

/** A text piece by piece, ten times as much with each click. */
export function Beginning(props: {
  readonly text: string;
  readonly first: number;
  readonly children: (shown: string) => ReactNode;
}) {
  const t = useLaterTexts().payloadValue;
  const { number } = useFormats();
  const { text, first, children } = props;
  const [length, setLength] = useState(first);
  const shown = beginning(text, length);
  const rest = text.length - shown.length;
  return (
    <>
      {children(shown)}
      {rest > 0 && (
        <TextButton className={classes.more} onClick={() => setLength(length + 10 * first)}>
          {t.more(number(rest))}
        </TextButton>
      )}
    </>
  );
}
