import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import { type Address, askCaller, peopleChanged } from '../../backend/archive.ts';
import { useAddress } from '../../backend/one-record.ts';
import { RequestError, request, withParameters } from '../../backend/request.ts';
import { deskLabel } from '../../desk.ts';
import { shortText } from '../../format/payload-text.ts';
import { useLaterTexts, useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Button } from '../button.tsx';
import { CheckBoxes } from '../check-box.tsx';
import { Dialog, Refusal } from '../dialog.tsx';
import { dropDraft, keepDraft, keptDraft } from '../drafts.ts';
import { TextArea, TextField } from '../fields.tsx';
import { changeOf, type Filled, otherNames, reportOf, usualNames } from './contact-change.ts';
import { typedContact, typedIn, withTyped } from './contact-draft.ts';
import classes from './contacts.module.css';
import { draftName, type FormSubject } from './form-subject.ts';
import { isNumber } from './further-numbers.ts';
import { NumberRows } from './number-rows.tsx';
import { closeContactForm, openContactForm, useFormSubject } from './open-form.ts';

export default function ContactForms() {
  const t = useLaterTexts().contactForm;
  const subject = useFormSubject();
  const last = useRef(subject);
  useEffect(() => {
    const left = last.current;
    last.current = subject;
    if (!left || left === subject) return;
    const typed = typedContact(keptDraft(draftName(left)));
    if (!typed) return;
    const who = typed.name ?? left.address?.name ?? left.name ?? typed.number ?? left.number ?? '';
    tell('good', t.kept, shortText(who), { label: t.goOn, run: () => openContactForm(left) });
  }, [subject, t]);
  if (!subject) return null;
  return <Subject key={draftName(subject)} subject={subject} />;
}

/** After a reload only the id is known. Who was deleted meanwhile can be saved as a new one. */
function Subject({ subject }: { subject: FormSubject }) {
  const isToRead = subject.address === undefined && subject.id !== undefined;
  const { data, error } = useAddress(isToRead ? subject.id : undefined);
  const isGone = error instanceof RequestError && error.status === 404;
  if (isToRead && !data && !isGone) return null;
  const known = data ? { ...subject, address: data } : subject;
  return <ContactForm subject={known} onClose={() => closeContactForm(subject)} />;
}

interface ContactFormProps {
  readonly subject: FormSubject;
  readonly onClose: () => void;
}

/** Saves a new contact, or corrects one. What is typed is kept until it is saved or discarded. */
function ContactForm({ subject: given, onClose }: ContactFormProps) {
  const { contactForm: t, contact: both, common } = useLaterTexts();
  const { queries } = useAppContext();
  // As it was opened: what somebody else changes meanwhile is not what was typed here.
  const [subject] = useState(given);
  const { address } = subject;
  const draft = draftName(subject);
  const [left] = useState(() => typedContact(keptDraft(draft)));
  const [filled, setFilled] = useState(() => withTyped(subject, left));
  const [isTried, setIsTried] = useState(false);
  const typed = typedIn(subject, filled);
  useEffect(() => {
    const now = typedIn(subject, filled);
    if (now) keepDraft(draft, now);
    else dropDraft(draft);
  }, [subject, filled, draft]);
  const save = useMutation({
    mutationFn: () => saveContact(address, filled),
    onSuccess: (saved) => {
      if (saved !== 'unchanged') tell('good', t[saved], shortText(filled.name.trim()));
      // The stream tells the others; it may be down here.
      peopleChanged(queries);
      dropDraft(draft);
      onClose();
    },
  });
  const change = (part: Partial<Filled>) => {
    save.reset();
    setFilled((before) => ({ ...before, ...part }));
  };
  const discard = () => {
    dropDraft(draft);
    onClose();
    const bringBack = () => {
      keepDraft(draft, typed);
      openContactForm(subject);
    };
    tell('good', t.discarded, shortText(filled.name.trim()), {
      label: t.bringBack,
      run: bringBack,
    });
  };
  const typedAt = useRef<Element>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!areNumbers(filled) || save.isPending) return;
    typedAt.current = document.activeElement;
    save.mutate();
  };
  useEffect(() => {
    if (save.isError && typedAt.current instanceof HTMLElement) typedAt.current.focus();
  }, [save.isError]);
  return (
    <Dialog onClose={onClose} title={address ? t.correct : both.add} isKept={typed !== undefined}>
      <form onSubmit={submit} noValidate>
        <div className="stack">
          {left && <p className={classes.restored}>{t.restored}</p>}
          {/* What is typed into a form that is about to close would not be saved. */}
          <div className="stack" inert={save.isPending}>
            <Person filled={filled} change={change} error={save.error} isTried={isTried} />
            <Usual address={address} filled={filled} change={change} />
            <Others address={address} filled={filled} change={change} />
          </div>
          {save.error && <NotSaved error={save.error} />}
          <div className={`buttons answers ${classes.answers}`}>
            {typed && (
              <Button look="quiet" isBad onClick={discard}>
                {common.discard}
              </Button>
            )}
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button look="main" type="submit" isBusy={save.isPending}>
              {common.save}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

interface PartProps {
  readonly filled: Filled;
  readonly change: (part: Partial<Filled>) => void;
}

function Person(props: PartProps & { readonly error: Error | null; readonly isTried: boolean }) {
  const t = useLaterTexts().contactForm;
  const { contact: both, caller } = useLaterTexts();
  const { payloadLabels: labels } = useTexts();
  const { filled, change, error } = props;
  const numberError =
    useNumberError(error) ?? (props.isTried && !isNumber(filled.number) && t.noNumber);
  return (
    <>
      <TextField
        label={labels.name}
        value={filled.name}
        data-autofocus
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextField
        label={both.field.number}
        type="tel"
        required
        autoComplete="off"
        value={filled.number}
        error={numberError}
        onChange={({ currentTarget: { value } }) => change({ number: value })}
      />
      <NumberRows
        rows={filled.further}
        isTried={props.isTried}
        onChange={(further) => change({ further })}
      />
      <CheckBoxes
        label={both.role}
        all={ROLE_ORDER}
        names={caller.kinds}
        chosen={filled.roles}
        onChange={(roles) => change({ roles })}
      />
    </>
  );
}

const ROLE_ORDER = ['customer', 'courier'] as const;

function Usual({ address, filled, change }: PartProps & { address: Address | undefined }) {
  const { note: noteLabel } = useLaterTexts().contact.field;
  const { payloadLabels: labels } = useTexts();
  const { street, zip, city, note } = usualNames(address);
  const line = (name: string | undefined, label: string | undefined, className?: string) =>
    name !== undefined && (
      <TextField
        label={label}
        autoComplete="off"
        className={className}
        value={filled.fields.get(name) ?? ''}
        onChange={({ currentTarget: { value } }) => change(withField(filled, name, value))}
      />
    );
  return (
    <>
      {line(street, labels.street)}
      <div className={classes.side}>
        {line(zip, labels.postcode, classes.zip)}
        {line(city, labels.city, classes.wide)}
      </div>
      {note !== undefined && (
        <TextArea
          label={noteLabel}
          rows={2}
          value={filled.fields.get(note) ?? ''}
          onChange={({ currentTarget: { value } }) => change(withField(filled, note, value))}
        />
      )}
    </>
  );
}

/** What foreign systems have told besides, as far as it is text. */
function Others({ address, filled, change }: PartProps & { address: Address | undefined }) {
  const t = useLaterTexts().contactForm;
  const names = otherNames(address);
  if (names.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="muted">{t.others}</legend>
      {names.map((name) => (
        <TextField
          key={name}
          label={<bdi>{shortText(name, 60)}</bdi>}
          autoComplete="off"
          value={filled.fields.get(name) ?? ''}
          onChange={({ currentTarget: { value } }) => change(withField(filled, name, value))}
        />
      ))}
    </fieldset>
  );
}

/** What is not about the number. */
function NotSaved({ error }: { error: Error }) {
  const t = useLaterTexts().contactForm;
  if (useNumberError(error) !== undefined) return null;
  const isGone = error instanceof RequestError && error.status === 404;
  return (
    <Refusal title={t.failed} error={error}>
      {isGone ? t.gone : undefined}
    </Refusal>
  );
}

function useNumberError(error: Error | null): string | undefined {
  const t = useLaterTexts().contactForm;
  if (error instanceof NumberTaken) return t.taken(shortText(error.by?.name ?? t.somebody, 60));
  return error instanceof RequestError && error.code === 'no_number' ? t.noNumber : undefined;
}

/** The first one has to be there; of the others an empty line is none. */
function areNumbers({ number, further }: Filled): boolean {
  return isNumber(number) && further.every(({ text }) => text.trim() === '' || isNumber(text));
}

function withField(filled: Filled, name: string, text: string): Pick<Filled, 'fields'> {
  return { fields: new Map(filled.fields).set(name, text) };
}

/** Somebody else has the number. */
class NumberTaken extends Error {
  readonly by: Address | undefined;

  constructor(by: Address | undefined) {
    super('another contact has this number');
    this.by = by;
  }
}

/** What became of it: a new contact may wait until the archive is back. */
type Saved = 'saved' | 'waiting' | 'unchanged';

const LOOKS = 12;
const BETWEEN_LOOKS = 250;

async function saveContact(address: Address | undefined, filled: Filled): Promise<Saved> {
  return address ? correct(address, filled) : add(filled);
}

async function correct(address: Address, filled: Filled): Promise<Saved> {
  const change = changeOf(address, filled);
  if (!change) return 'unchanged';
  // A correction waits for no name: it is said who made it where that is known.
  const by = deskLabel();
  const body = by === '' ? change : { ...change, by };
  try {
    await request('PATCH', `/api/addresses/${encodeURIComponent(address.id)}`, { body });
    return 'saved';
  } catch (error) {
    const isConflict = error instanceof RequestError && error.code === 'conflict';
    if (!isConflict || change.number === undefined) throw error;
    throw new NumberTaken(await ownerOf(filled.number).catch(() => undefined));
  }
}

/** A report merges into whoever has the number already, so that is asked first. */
async function add(filled: Filled): Promise<Saved> {
  const owner = await ownerOf(filled.number);
  if (owner) throw new NumberTaken(owner);
  const path = withParameters('/api/addresses', { by: deskLabel() });
  await request('POST', path, { body: reportOf(filled) });
  // The answer does not wait for the database; whoever saved wants to see it saved.
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
    if (await ownerOf(filled.number).catch(() => undefined)) return 'saved';
  }
  return 'waiting';
}

/** Whose own number it is; a contact that only has it as a further one does not count. */
async function ownerOf(number: string): Promise<Address | undefined> {
  const { match, line, address } = await askCaller(number.trim());
  return match === 'exact' && address && address.line === line ? address : undefined;
}
