import { erasures } from '../../backend/app-context.ts';
import { isKnown } from '../../backend/one-record.ts';
import { Store, useStore } from '../../store.ts';
import { draftNames, dropDraft, keepDraft, keptDraft } from '../drafts.ts';
import { draftName, type FormSubject, subjectOf } from './form-subject.ts';
import { formWanted, OPEN_FORM } from './form-wanted.ts';

/** One form at a time, wherever it was asked for: it outlives the page and the card that did. */
const subject = new Store<FormSubject | undefined>(leftOpen());

export function openContactForm(next: FormSubject): void {
  const { address, id = address?.id, number, name } = next;
  if (id !== undefined && number !== undefined) inherit(draftName(next), draftName({ number }));
  keepDraft(OPEN_FORM, { id, number, name });
  subject.set(next);
  formWanted.set(true);
}

/** What was typed for a stranger is for whom the archive has come to know since. */
function inherit(name: string, from: string): void {
  const left = keptDraft(from);
  if (left === undefined || keptDraft(name) !== undefined) return;
  keepDraft(name, left);
  dropDraft(from);
}

/** Unless another one has taken its place: one that was left may still be saved. */
export function closeContactForm(left: FormSubject): void {
  if (subject.get() !== left) return;
  dropDraft(OPEN_FORM);
  subject.set(undefined);
}

/** Somebody was erased: what was typed about whom the archive does not know any more goes. */
async function dropErased(): Promise<void> {
  for (const name of draftNames()) {
    const about = subjectOf(name);
    if (!about || (await isKnown(about))) continue;
    dropDraft(name);
    const open = subject.get();
    if (open && draftName(open) === name) closeContactForm(open);
  }
}

erasures.subscribe(() => void dropErased());

export function useFormSubject(): FormSubject | undefined {
  return useStore(subject);
}

/** After a reload or a login; but only one in which something was typed. */
function leftOpen(): FormSubject | undefined {
  const kept = keptDraft(OPEN_FORM);
  if (typeof kept !== 'object' || kept === null) return undefined;
  const texts = Object.entries(kept).filter(([, text]) => typeof text === 'string');
  const left: FormSubject = Object.fromEntries(texts);
  if (keptDraft(draftName(left)) !== undefined) return left;
  dropDraft(OPEN_FORM);
  return undefined;
}
