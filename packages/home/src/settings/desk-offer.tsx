import { Button, Group } from '@mantine/core';
import { usePhone } from '../backend/app-context.ts';
import { deskWanted, labelOf } from '../desk.ts';
import { useTexts } from '../language/language.tsx';
import classes from './alert-offer.module.css';
import { changeSettings, useSettings } from './settings.ts';

const TEXTS = {
  de: {
    label: 'Platz',
    question: 'Wer arbeitet hier?',
    why: 'Dann sehen alle, wer sich worum kümmert.',
    yes: 'Platz angeben',
    no: 'Nicht nötig',
  },
  en: {
    label: 'Desk',
    question: 'Who works here?',
    why: 'Then all see who takes care of what.',
    yes: 'Name the desk',
    no: 'No need',
  },
};

/** Whether nobody has said yet which desk this is, nor that it does not matter. */
export function useIsDeskOpen(): boolean {
  const { isKnown } = usePhone();
  const { desk, deskName, isDeskAnswered } = useSettings();
  return isKnown && !isDeskAnswered && labelOf({ number: desk, name: deskName }) === '';
}

/** Asks once for a browser which desk it is. Who says no is asked again on taking something on. */
export function DeskOffer() {
  const t = useTexts(TEXTS);
  return (
    <section className={classes.offer} aria-label={t.label}>
      <span>
        <strong>{t.question}</strong> {t.why}
      </span>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => deskWanted.set(() => {})}>
          {t.yes}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => changeSettings({ isDeskAnswered: true })}
        >
          {t.no}
        </Button>
      </Group>
    </section>
  );
}
