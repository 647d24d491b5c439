import { useEffect, useRef } from 'react';
import { useAddress } from '../../backend/archive.ts';
import { RequestError } from '../../backend/request.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { tell } from '../../messages.ts';
import { keptDraft } from '../drafts.ts';
import { cut } from './contact.ts';
import { typedContact } from './contact-draft.ts';
import { ContactForm } from './contact-form.tsx';
import { draftName, type FormSubject } from './form-subject.ts';
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
    tell('good', t.kept, cut(who), { label: t.goOn, run: () => openContactForm(left) });
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
