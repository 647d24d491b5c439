import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNotificationPermission } from '../alerts/notifications.ts';
import { playSample } from '../alerts/sounds.ts';
import { usePhone } from '../backend/app-context.ts';
import { useTexts } from '../language/language.tsx';
import classes from './alert-offer.module.css';
import { DeskOffer, useIsDeskOpen } from './desk-offer.tsx';
import { changeSettings, useSettings } from './settings.ts';

const TEXTS = {
  de: {
    label: 'Angebot',
    question: 'Klingeln hören?',
    both: 'Ton und Benachrichtigungen sind aus.',
    sound: 'Der Ton ist aus.',
    yes: 'Einschalten',
    no: 'Nicht nötig',
  },
  en: {
    label: 'Offer',
    question: 'Hear it ring?',
    both: 'Sound and notifications are off.',
    sound: 'Sound is off.',
    yes: 'Turn on',
    no: 'No need',
  },
};

/**
 * Offers sound and notifications, once for a browser: who does not know of them misses calls, and
 * who does not want them is not asked again. After that it asks for the desk.
 */
export default function AlertOffer({ page }: { readonly page: string }) {
  const t = useTexts(TEXTS);
  const { permission, ask } = useNotificationPermission();
  const isOpen = useIsOpen();
  // One at a time: who answers the one has the pointer where the other would come.
  const isDeskOpen = useIsDeskOpen() && !isOpen;
  const isShown = useQuietly(isOpen, page);
  const isDeskShown = useQuietly(isDeskOpen, page);
  if (isDeskShown) return <DeskOffer />;
  if (!isShown) return null;
  const canNotify = permission === 'default' || permission === 'granted';
  const accept = async () => {
    playSample();
    changeSettings({ sound: true });
    if (canNotify && (await ask())) changeSettings({ notifications: true });
  };
  return (
    <section className={classes.offer} aria-label={t.label}>
      <span>
        <strong>{t.question}</strong> {canNotify ? t.both : t.sound}
      </span>
      <Group gap="xs">
        <Button size="compact-sm" onClick={accept}>
          {t.yes}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => changeSettings({ isOfferAnswered: true })}
        >
          {t.no}
        </Button>
      </Group>
    </section>
  );
}

/** Whether there is a telephone that rings, and nobody has said yet whether to hear it. */
function useIsOpen(): boolean {
  const { state, isKnown } = usePhone();
  const { sound, notifications, isOfferAnswered } = useSettings();
  return isKnown && state !== 'none' && !sound && !notifications && !isOfferAnswered;
}

/**
 * A line that offers something takes its place from what stands below it. So it comes when nobody
 * could be about to click there: before the page was touched, while it is out of sight, or when
 * another one is opened. It goes when it is answered, in whichever window: the hand is there then.
 */
function useQuietly(isOpen: boolean, page: string): boolean {
  const isTouched = useRef(false);
  const shownOn = useRef(page);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const touch = () => {
      isTouched.current = true;
    };
    const occasions = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
    for (const each of occasions) window.addEventListener(each, touch, { passive: true });
    return () => {
      for (const each of occasions) window.removeEventListener(each, touch);
    };
  }, []);
  useEffect(() => {
    const isTurned = shownOn.current !== page;
    shownOn.current = page;
    if (!isOpen) setShown(false);
    else if (isTurned || !isTouched.current || document.hidden) setShown(true);
  }, [isOpen, page]);
  return isShown && isOpen;
}
