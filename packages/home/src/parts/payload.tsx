import { exactPayload, type JsonObject } from '@hookline/records';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useFormats } from '../format/formats.ts';
import { type Content, contentOf, type Field, isWide } from '../format/payload-fields.ts';
import { isContainer, sizeOf } from '../format/payload-json.ts';
import { labelOf } from '../format/payload-labels.ts';
import { shortText, visibleText } from '../format/payload-text.ts';
import { useLaterTexts, useTexts } from '../language/language.tsx';
import { Button, TextButton } from './button.tsx';
import classes from './payload.module.css';
import { CopyPayload, payloadText } from './payload-copy.tsx';
import { Beginning, PayloadRow, PayloadValue } from './payload-value.tsx';

/** A browser takes long to lay out a megabyte on one line; nobody reads it there. */
const FIRST = 4000;

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
          className="folds"
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
  return (
    <Beginning text={json} first={FIRST}>
      {(shown) => (
        <pre className={classes.raw} dir="ltr" translate="no">
          {visibleText(shown)}
        </pre>
      )}
    </Beginning>
  );
}

/** An object or list, laid out piece by piece: whatever its size, a bounded part is in the page. */
function PayloadTree({ container }: { container: JsonObject | readonly unknown[] }) {
  const t = useLaterTexts().payloadTree;
  const { number } = useFormats();
  const [pages, setPages] = useState(1);
  const contents = useMemo(() => {
    const found: Content[] = [];
    let from = 0;
    while (found.length < pages) {
      const content = contentOf(container, from);
      found.push(content);
      from += content.fields.length;
    }
    return found;
  }, [container, pages]);
  const more = contents.at(-1)?.more ?? 0;
  return (
    <dl className={classes.fields}>
      {contents.flatMap(({ fields }) =>
        fields.map((field) => <PayloadField key={field.name} field={field} />),
      )}
      {more > 0 && (
        <div className={classes.field}>
          <dt />
          <dd>
            <TextButton className={classes.more} onClick={() => setPages(pages + 1)}>
              {t.more(number(more))}
            </TextButton>
          </dd>
        </div>
      )}
    </dl>
  );
}

function PayloadField({ field }: { readonly field: Field }) {
  const name = shortText(field.name, 60);
  const label = labelOf(field.name, useTexts());
  return (
    <div className={classes.field} data-kind={field.kind} data-wide={isWide(field) || undefined}>
      <dt title={label === undefined ? undefined : name}>
        <bdi>{label ?? (name === '' ? '""' : name)}</bdi>
      </dt>
      <dd>
        <FieldContent field={field} />
      </dd>
    </div>
  );
}

function FieldContent({ field }: { readonly field: Field }) {
  const t = useLaterTexts().payloadTree;
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  switch (field.kind) {
    case 'value':
      return <PayloadValue name={field.name} value={field.value} />;
    case 'row':
      return <PayloadRow name={field.name} values={field.values} />;
    case 'group':
      return (
        <dl className={classes.fields}>
          {field.content.fields.map((each) => (
            <PayloadField key={each.name} field={each} />
          ))}
        </dl>
      );
    case 'folded': {
      if (field.size === 0) return <span className="muted">{t.empty}</span>;
      const count = number(field.size);
      return (
        <>
          <TextButton
            className={classes.more}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {field.isList ? t.items(count) : t.fields(count)}
          </TextButton>
          {isOpen && <PayloadTree container={field.container} />}
        </>
      );
    }
  }
}
