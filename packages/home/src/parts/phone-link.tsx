import { useAppContext, usePhone } from '../backend/app-context.ts';
import type { PhoneSnapshot } from '../backend/phone.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';

/** Whether the telephone system dials; one that only watches does not. */
export function canDial({ state, commands }: Pick<PhoneSnapshot, 'state' | 'commands'>): boolean {
  return state === 'live' && (commands === null || commands.includes('dial'));
}

/** Dials with the telephone system; where that cannot, with the machine's own telephone program. */
export function useDial(): (number: string) => void {
  const { phone } = useAppContext();
  const t = useTexts().phoneLink;
  return (number) => {
    if (!canDial(phone.getSnapshot())) {
      location.href = telUrl(number);
      return;
    }
    phone.commands.dial(number).catch((error: Error) => tell('bad', t.failed, error.message));
  };
}

/** A phone number in local form; a click calls it. */
export function PhoneLink({ number, name }: { number: string; name?: string | null }) {
  const t = useTexts().phoneLink;
  const dial = useDial();
  const format = usePhoneFormat();
  const hasTelephony = canDial(usePhone());
  return (
    <a
      className="link numbers"
      href={telUrl(number)}
      aria-label={t.call(name ? `${name}, ${format(number)}` : format(number))}
      onClick={(event) => {
        event.stopPropagation();
        if (!hasTelephony) return;
        event.preventDefault();
        dial(number);
      }}
    >
      <bdi>{format(number)}</bdi>
    </a>
  );
}

/** Only digits and the signs of a keypad: the number may come from a foreign system. */
function telUrl(number: string): string {
  return `tel:${number.replace(/[^\d+*#]/g, '')}`;
}
