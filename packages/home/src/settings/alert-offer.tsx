import { useNotificationPermission } from '../alerts/notifications.ts';
import { playSample } from '../alerts/sounds.ts';
import { usePhone } from '../backend/app-context.ts';
import { deskWanted, labelOf } from '../desk.ts';
import { useLaterTexts } from '../language/language.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { changeSettings, useSettings } from './settings.ts';

/**
 * Offers sound and notifications, once for a browser: who does not know of them misses calls, and
 * who does not want them is not asked again. After that it asks for the desk.
 */
export default function AlertOffer() {
  const t = useLaterTexts().alertOffer;
  const { permission, ask } = useNotificationPermission();
  const isOpen = useIsOpen();
  // One at a time: who answers the one has the pointer where the other would come.
  const isDeskOpen = useIsDeskOpen() && !isOpen;
  if (isDeskOpen) return <DeskOffer />;
  if (!isOpen) return null;
  const canNotify = permission === 'default' || permission === 'granted';
  const accept = async () => {
    playSample();
    changeSettings({ sound: true });
    if (canNotify && (await ask())) changeSettings({ notifications: true });
  };
  return (
    <Notice kind="calm" label={t.label} title={t.question} text={canNotify ? t.both : t.sound}>
      <Button look="main" isSmall onClick={accept}>
        {t.yes}
      </Button>
      <Button isSmall onClick={() => changeSettings({ isOfferAnswered: true })}>
        {t.no}
      </Button>
    </Notice>
  );
}

/** Whether there is a telephone that rings, and nobody has said yet whether to hear it. */
function useIsOpen(): boolean {
  const { state, isKnown } = usePhone();
  const { sound, notifications, isOfferAnswered } = useSettings();
  return isKnown && state !== 'none' && !sound && !notifications && !isOfferAnswered;
}

/** Whether nobody has said yet which desk this is, nor that it does not matter. */
function useIsDeskOpen(): boolean {
  const { isKnown } = usePhone();
  const { desk, deskName, isDeskAnswered } = useSettings();
  return isKnown && !isDeskAnswered && labelOf({ number: desk, name: deskName }) === '';
}

/** Asks once for a browser which desk it is. Who says no is asked again on taking something on. */
function DeskOffer() {
  const { deskOffer: t, deskDialog, alertOffer } = useLaterTexts();
  return (
    <Notice kind="calm" label={t.label} title={deskDialog.title} text={t.why}>
      <Button look="main" isSmall onClick={() => deskWanted.set(() => {})}>
        {t.yes}
      </Button>
      <Button isSmall onClick={() => changeSettings({ isDeskAnswered: true })}>
        {alertOffer.no}
      </Button>
    </Notice>
  );
}
