import { useRef, useState } from 'react';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { Button, IconButton } from '../button.tsx';
import { TextField } from '../fields.tsx';
import classes from './contacts.module.css';
import { isNumber, type NumberRow } from './further-numbers.ts';

/** The archive takes no more by hand. */
const MOST = 50;

interface NumberRowsProps {
  readonly rows: readonly NumberRow[];
  readonly isTried: boolean;
  readonly onChange: (rows: readonly NumberRow[]) => void;
}

/** Numbers by which somebody is known besides the first: each can be changed, removed, and added to. */
export function NumberRows({ rows, isTried, onChange }: NumberRowsProps) {
  const { contactForm: t, contactCard } = useLaterTexts();
  const adding = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<string>();
  const add = () => {
    const key = freeKey(rows);
    onChange([...rows, { key, text: '', kept: undefined }]);
    setAdded(key);
  };
  const remove = (key: string) => {
    onChange(rows.filter((row) => row.key !== key));
    // The button that had the focus is gone; the keyboard goes on from here.
    adding.current?.focus();
  };
  const change = (key: string, text: string) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, text } : row)));
  return (
    <fieldset className="stack" aria-label={contactCard.further}>
      {rows.map((row, i) => (
        <Row
          key={row.key}
          row={row}
          label={row.kept?.field ? shortText(row.kept.field, 60) : t.further(i + 1)}
          isNew={row.key === added}
          isTried={isTried}
          onChange={(text) => change(row.key, text)}
          onRemove={() => remove(row.key)}
        />
      ))}
      <div>
        <Button
          ref={adding}
          look="quiet"
          isSmall
          icon="plus"
          disabled={rows.length >= MOST}
          onClick={add}
        >
          {t.addNumber}
        </Button>
      </div>
    </fieldset>
  );
}

function Row(props: {
  readonly row: NumberRow;
  readonly label: string;
  readonly isNew: boolean;
  readonly isTried: boolean;
  readonly onChange: (text: string) => void;
  readonly onRemove: () => void;
}) {
  const t = useLaterTexts().contactForm;
  const { row, label } = props;
  const text = row.text.trim();
  return (
    <div className={classes.side}>
      <TextField
        className={classes.wide}
        label={<bdi>{label}</bdi>}
        type="tel"
        autoComplete="off"
        // Whoever has asked for the line wants to type into it.
        ref={props.isNew ? focusOnce : undefined}
        value={row.text}
        error={props.isTried && text !== '' && !isNumber(text) && t.noNumber}
        onChange={({ currentTarget: { value } }) => props.onChange(value)}
      />
      <IconButton
        className={classes.remove}
        aria-label={t.removeNumber(text === '' ? label : shortText(text, 60))}
        onClick={props.onRemove}
        icon="trash"
      />
    </div>
  );
}

/** Rows may have been added before a reload. */
function freeKey(rows: readonly NumberRow[]): string {
  let place = rows.length + 1;
  while (rows.some(({ key }) => key === `added ${place}`)) place++;
  return `added ${place}`;
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
