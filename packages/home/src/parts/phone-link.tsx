import type { CallCommand, TelephonyError } from 'hookline-client/telephony';
import { useAppContext, usePhone } from '../backend/app-context.ts';
import type { PhoneSnapshot } from '../backend/phone.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useTexts } from '../language/language.tsx';
import { tell, type Words } from '../messages.ts';

/** Whether the telephone system dials; one that only watches does not. */
function canDial({ state, commands }: Pick<PhoneSnapshot, 'state' | 'commands'>): boolean {
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
    phone.commands.dial(number).catch((error) => tell('bad', t.failed, whyNot('dial', error)));
  };
}

/** Why an order to the telephone system was not done: by the reason that is given, else by the code. */
export function whyNot(order: CallCommand | 'dial', error: unknown): Words {
  // By its fields: the class would bring the whole library into the first view.
  const { code = '', reason, message } = error as Partial<TelephonyError>;
  const said = message?.replace(`${order}: `, '') ?? String(error);
  const isTarget = order === 'transfer' && code === 'not_found';
  const key = reason ?? (isTarget ? 'no_target' : code);
  return ({ whyNot: words }) => {
    if (!Object.hasOwn(words, key)) return said;
    const known = words[key as keyof typeof words];
    // What is to be done at it, only the telephone says.
    return key === 'telephone' ? `${known} (${said})` : known;
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
