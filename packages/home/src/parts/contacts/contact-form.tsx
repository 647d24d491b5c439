import { Alert, Button, Checkbox, Group, InputBase, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import { type Address, peopleChanged } from '../../backend/archive.ts';
import { RequestError } from '../../backend/request.ts';
import { useTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { Dialog } from '../dialog.tsx';
import { dropDraft, keepDraft, keptDraft } from '../drafts.ts';
import { useReason } from '../nothing-here.tsx';
import { cut } from './contact.ts';
import { type Filled, otherNames, usualNames } from './contact-change.ts';
import { typedContact, typedIn, withTyped } from './contact-draft.ts';
import { FORM } from './contact-form-texts.ts';
import classes from './contacts.module.css';
import { draftName, type FormSubject } from './form-subject.ts';
import { isNumber } from './further-numbers.ts';
import { NumberRows } from './number-rows.tsx';
import { openContactForm } from './open-form.ts';
import { NumberTaken, saveContact } from './save-contact.ts';
import { CONTACT } from './texts.ts';

interface ContactFormProps {
  readonly subject: FormSubject;
  readonly onClose: () => void;
}

/** Saves a new contact, or corrects one. What is typed is kept until it is saved or discarded. */
export function ContactForm({ subject: given, onClose }: ContactFormProps) {
  const t = useTexts(FORM);
  const both = useTexts(CONTACT);
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
      if (saved !== 'unchanged') tell('good', t[saved], cut(filled.name.trim()));
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
    tell('good', t.discarded, cut(filled.name.trim()), { label: t.bringBack, run: bringBack });
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
    <Dialog onClose={onClose} title={address ? t.correct : t.add} isKept={typed !== undefined}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {left && <p className={classes.restored}>{t.restored}</p>}
          {/* What is typed into a form that is about to close would not be saved. */}
          <Stack gap="sm" inert={save.isPending}>
            <Person filled={filled} change={change} error={save.error} isTried={isTried} />
            <Usual address={address} filled={filled} change={change} />
            <Others address={address} filled={filled} change={change} />
          </Stack>
          {save.error && <Refusal error={save.error} />}
          <Group mt="xs">
            {typed && (
              <Button variant="subtle" color="red" px={0} onClick={discard}>
                {t.discard}
              </Button>
            )}
            <Button variant="default" ml="auto" onClick={onClose}>
              {both.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface PartProps {
  readonly filled: Filled;
  readonly change: (part: Partial<Filled>) => void;
}

function Person(props: PartProps & { readonly error: Error | null; readonly isTried: boolean }) {
  const t = useTexts(FORM);
  const both = useTexts(CONTACT);
  const { filled, change, error } = props;
  const numberError =
    useNumberError(error) ?? (props.isTried && !isNumber(filled.number) && t.noNumber);
  return (
    <>
      <TextInput
        label={both.field['name']}
        value={filled.name}
        data-autofocus
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextInput
        label={both.field['number']}
        type="tel"
        required
        withAsterisk={false}
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
      <Checkbox.Group
        label={t.roles}
        value={[...filled.roles]}
        onChange={(roles) => change({ roles: ROLE_ORDER.filter((role) => roles.includes(role)) })}
      >
        <Group mt={4}>
          {ROLE_ORDER.map((role) => (
            <Checkbox key={role} value={role} label={both.role[role]} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}

const ROLE_ORDER = ['customer', 'courier'] as const;

function Usual({ address, filled, change }: PartProps & { address: Address | undefined }) {
  const both = useTexts(CONTACT);
  const { street, zip, city, note } = usualNames(address);
  const line = (name: string | undefined, label: string | undefined, flex?: string) =>
    name !== undefined && (
      <TextInput
        label={label}
        autoComplete="off"
        {...(flex && { flex })}
        value={filled.fields.get(name) ?? ''}
        onChange={({ currentTarget: { value } }) => change(withField(filled, name, value))}
      />
    );
  return (
    <>
      {line(street, both.field['street'])}
      <Group gap="sm" wrap="nowrap" align="flex-end">
        {line(zip, both.field['zip'], '0 0 6.5rem')}
        {line(city, both.field['city'], '1')}
      </Group>
      {note !== undefined && (
        <InputBase
          component="textarea"
          multiline
          label={both.field['note']}
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
  const t = useTexts(FORM);
  const names = otherNames(address);
  if (names.length === 0) return null;
  return (
    <Stack component="fieldset" gap="sm" m={0} p={0} bd="none">
      <legend className="muted">{t.others}</legend>
      {names.map((name) => (
        <TextInput
          key={name}
          label={<bdi>{cut(name, 60)}</bdi>}
          autoComplete="off"
          value={filled.fields.get(name) ?? ''}
          onChange={({ currentTarget: { value } }) => change(withField(filled, name, value))}
        />
      ))}
    </Stack>
  );
}

/** What is not about the number. */
function Refusal({ error }: { error: Error }) {
  const t = useTexts(FORM);
  const reason = useReason(error);
  if (useNumberError(error) !== undefined) return null;
  const isGone = error instanceof RequestError && error.status === 404;
  return (
    <Alert color="red" title={t.failed} role="alert">
      {isGone ? t.gone : reason}
    </Alert>
  );
}

function useNumberError(error: Error | null): string | undefined {
  const t = useTexts(FORM);
  if (error instanceof NumberTaken) return t.taken(cut(error.by?.name ?? t.somebody, 60));
  return error instanceof RequestError && error.code === 'no_number' ? t.noNumber : undefined;
}

/** The first one has to be there; of the others an empty line is none. */
function areNumbers({ number, further }: Filled): boolean {
  return isNumber(number) && further.every(({ text }) => text.trim() === '' || isNumber(text));
}

function withField(filled: Filled, name: string, text: string): Pick<Filled, 'fields'> {
  return { fields: new Map(filled.fields).set(name, text) };
}
