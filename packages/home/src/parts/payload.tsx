import { exactPayload } from '@hookline/records';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useFormats } from '../format/formats.ts';
import { isContainer, sizeOf } from '../format/payload-json.ts';
import { beginning, visibleText } from '../format/payload-text.ts';
import { useLaterTexts } from '../language/language.tsx';
import { Button, TextButton } from './button.tsx';
import classes from './payload.module.css';
import { CopyPayload, payloadText } from './payload-copy.tsx';
import { PayloadTree } from './payload-tree.tsx';
import { PayloadValue } from './payload-value.tsx';

/** A browser takes long to lay out a megabyte on one line; nobody reads it there. */
const FIRST = 4000;
const FURTHER = 40_000;

/** Any JSON as a person reads it, with the text as it was sent to unfold and copy. */
export function PayloadView(props: {
  readonly payload: unknown;
  readonly text?: string | undefined;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}) {
  const { payload, text, children } = props;
  const t = useLaterTexts().payload;
  const raw = useId();
  const [isRawOpen, setRawOpen] = useState(false);
  const exact = useMemo(() => exactPayload(payload, text), [payload, text]);
  return (
    <div className={classes.payload}>
      {!isContainer(exact) ? (
        <PayloadValue name="" value={exact} />
      ) : sizeOf(exact) === 0 ? (
        <span className="muted">{t.empty}</span>
      ) : (
        <PayloadTree container={exact} />
      )}
      <div className={classes.tools}>
        <Button
          look="quiet"
          isSmall
          icon="chevronDown"
          aria-expanded={isRawOpen}
          aria-controls={raw}
          onClick={() => setRawOpen(!isRawOpen)}
        >
          {t.raw}
        </Button>
        <CopyPayload payload={exact} text={text} />
        {children}
      </div>
      <div id={raw}>{isRawOpen && <RawJson json={payloadText(exact, text)} />}</div>
    </div>
  );
}

function RawJson({ json }: { readonly json: string }) {
  const t = useLaterTexts().payload;
  const { number } = useFormats();
  const [length, setLength] = useState(FIRST);
  const shown = beginning(json, length);
  const rest = json.length - shown.length;
  return (
    <>
      <pre className={classes.raw} dir="ltr" translate="no">
        {visibleText(shown)}
      </pre>
      {rest > 0 && (
        <TextButton className={classes.more} onClick={() => setLength(length + FURTHER)}>
          {t.more(number(rest))}
        </TextButton>
      )}
    </>
  );
}
