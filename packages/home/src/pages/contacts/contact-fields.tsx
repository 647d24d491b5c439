import { isRoleField, scalarText } from '@hookline/records';
import { shortText } from '../../format/payload-text.ts';
import { textFor, useLaterTexts, useTexts } from '../../language/language.tsx';
import {
  type Fields,
  fieldNamed,
  isNumberField,
  placeOf,
  type UsualField,
} from '../../parts/contacts/usual-fields.ts';
import { MapLink } from '../../parts/map-link.tsx';
import { PayloadView } from '../../parts/payload.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import classes from './contact-page.module.css';

/** Shown as one place. */
const PLACE = ['street', 'house', 'zip', 'city'] as const;
/** In this order after it, whatever they are called. */
const FIRST = ['whole', 'note', 'vehicle'] as const;
const MOST_FIELDS = 60;
const MOST_TEXT = 2000;

/** All other fields of a contact, in words where they are known and as they came where not. */
export function ContactFields({ fields }: { fields: Fields }) {
  const { contactFields: t, contact } = useLaterTexts();
  const rows = rowsOf(fields);
  if (rows.length === 0) return null;
  return (
    <>
      <dl className={classes.fields}>
        {rows.slice(0, MOST_FIELDS).map(({ name, kind, value }) => (
          <div key={`${kind} ${name}`}>
            <dt>{kind ? textFor(contact.field, kind) : <bdi>{shortText(name, 60)}</bdi>}</dt>
            <dd className="foreign">
              {kind === 'whole' && typeof value === 'string' ? (
                <MapLink address={value} />
              ) : (
                <Value name={name} value={value} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > MOST_FIELDS && <p className="muted">{t.more(rows.length - MOST_FIELDS)}</p>}
    </>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  const { flags } = useTexts();
  const text = scalarText(value);
  if (text !== undefined && isNumberField(name, value)) return <PhoneLink number={text} />;
  if (text !== undefined) return shortText(text, MOST_TEXT);
  if (typeof value === 'boolean') return value ? flags.yes : flags.no;
  return <PayloadView payload={value} />;
}

function rowsOf(fields: Fields) {
  const place = new Set(PLACE.flatMap((kind) => scalarField(fields, kind) ?? []));
  const known = new Map(
    FIRST.flatMap((kind) => {
      const name = fieldNamed(fields, kind);
      return name === undefined ? [] : [[name, kind] as const];
    }),
  );
  const others = Object.keys(fields).filter((name) => !known.has(name) && !place.has(name));
  const rows: Row[] = [...known.keys(), ...others]
    .map((name) => ({ name, kind: known.get(name), value: fields[name] }))
    .filter(({ name, value }) => !isRoleField(name, value) && value !== null && value !== '');
  return place.size > 0 ? [{ name: '', kind: 'whole', value: placeOf(fields) }, ...rows] : rows;
}

interface Row {
  readonly name: string;
  readonly kind: string | undefined;
  readonly value: unknown;
}

function scalarField(fields: Fields, kind: UsualField): string | undefined {
  const name = fieldNamed(fields, kind);
  return name !== undefined && scalarText(fields[name]) !== undefined ? name : undefined;
}
