import { digitsOf } from '@hookline/records';
import { usePhone } from '../backend/app-context.ts';
import { useArchiveList } from '../backend/archive.ts';
import { useCallingCode } from '../format/phone-number.ts';
import { useSettled } from '../parts/use-settled.ts';
import { type NumberOffer, numberOffers } from './number-offers.ts';

/** Between the letters of who types fast nobody need ask the archive. */
const PAUSE = 150;
/** A shorter number is in too many others to say anything. */
const FEWEST_DIGITS = 4;

/** Whom a name or number that is being typed may mean. */
export function useNumberOffers(
  typed: string,
  { isTypedFirst = false }: { isTypedFirst?: boolean } = {},
): readonly NumberOffer[] {
  const { phoneBook, extension } = usePhone();
  const callingCode = useCallingCode();
  const asked = useSettled(typed.trim(), PAUSE);
  const digits = digitsOf(asked);
  const { items } = useArchiveList(
    'addresses',
    digits === undefined ? { q: asked } : { number: asked },
    { isEnabled: digits === undefined ? asked !== '' : digits.length > FEWEST_DIGITS, limit: 10 },
  );
  return numberOffers(phoneBook.entries, typed, {
    desk: extension,
    callingCode,
    archived: items,
    isTypedFirst,
  });
}
