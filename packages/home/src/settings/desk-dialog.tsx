import { useState } from 'react';
import { usePhone } from '../backend/app-context.ts';
import { type Desk, deskWanted, labelOf } from '../desk.ts';
import { useLaterTexts } from '../language/language.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { dropDraft, keepDraft, keptDraft } from '../parts/drafts.ts';
import { DeskFields } from './desk-fields.tsx';
import classes from './settings.module.css';
import { changeSettings, useSettings } from './settings.ts';

const DRAFT = 'desk';

/** Asks which desk this is, before something is done in its name. */
export default function DeskDialog() {
  const { deskDialog: t, common } = useLaterTexts();
  const settings = useSettings();
  const { extension } = usePhone();
  const [desk, setDesk] = useState<Desk>(
    () => leftOver() ?? { number: settings.desk || (extension ?? ''), name: settings.deskName },
  );
  const close = () => deskWanted.set(undefined);
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    const run = deskWanted.get();
    const label = labelOf(desk);
    if (label === '') return;
    changeSettings({ desk: desk.number, deskName: desk.name, isDeskAnswered: true });
    dropDraft(DRAFT);
    close();
    run?.(label);
  };
  return (
    <Dialog title={t.title} isKept onClose={close}>
      <form onSubmit={save}>
        <div className="stack">
          <p className={classes.hint}>{t.why}</p>
          <DeskFields
            isFirst
            desk={desk}
            onChange={(next) => {
              keepDraft(DRAFT, next);
              setDesk(next);
            }}
          />
          <div className="buttons answers">
            <Button onClick={close}>{common.cancel}</Button>
            <Button look="main" type="submit" disabled={labelOf(desk) === ''}>
              {t.save}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** What was typed before a reload, or before the dialog was closed by a slip. */
function leftOver(): Desk | undefined {
  const kept = keptDraft(DRAFT) as Partial<Record<keyof Desk, unknown>> | undefined;
  const { number, name } = kept ?? {};
  return typeof number === 'string' && typeof name === 'string' ? { number, name } : undefined;
}
