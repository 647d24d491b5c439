import { usePhone } from '../backend/app-context.ts';
import { deskWanted, labelOf } from '../desk.ts';
import { useLaterTexts } from '../language/language.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { changeSettings, useSettings } from './settings.ts';

/** Whether nobody has said yet which desk this is, nor that it does not matter. */
export function useIsDeskOpen(): boolean {
  const { isKnown } = usePhone();
  const { desk, deskName, isDeskAnswered } = useSettings();
  return isKnown && !isDeskAnswered && labelOf({ number: desk, name: deskName }) === '';
}

/** Asks once for a browser which desk it is. Who says no is asked again on taking something on. */
export function DeskOffer() {
  const t = useLaterTexts().deskOffer;
  return (
    <Notice kind="calm" label={t.label} title={t.question} text={t.why}>
      <Button look="main" isSmall onClick={() => deskWanted.set(() => {})}>
        {t.yes}
      </Button>
      <Button isSmall onClick={() => changeSettings({ isDeskAnswered: true })}>
        {t.no}
      </Button>
    </Notice>
  );
}
