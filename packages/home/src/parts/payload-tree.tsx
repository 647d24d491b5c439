import type { JsonObject } from '@hookline/records';
import { useMemo, useState } from 'react';
import { useFormats } from '../format/formats.ts';
import { type Content, contentOf, type Field, isWide } from '../format/payload-fields.ts';
import { labelOf } from '../format/payload-labels.ts';
import { shortText } from '../format/payload-text.ts';
import { useLaterTexts, useTexts } from '../language/language.tsx';
import { TextButton } from './button.tsx';
import classes from './payload.module.css';
import { PayloadRow, PayloadValue } from './payload-value.tsx';

/** An object or list, laid out piece by piece: whatever its size, a bounded part is in the page. */
export function PayloadTree({ container }: { container: JsonObject | readonly unknown[] }) {
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
