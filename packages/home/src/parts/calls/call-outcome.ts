import { isMissed, type LiveCall } from 'hookline-client/telephony';
import type { Call } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import { textFor, useLaterTexts } from '../../language/language.tsx';
import type { IconName } from '../icon.tsx';
import { callFacts } from './archived-call.ts';

/** Nobody telephones for longer; the end of such a call was told to nobody. */
const LONGEST_CALL = 12 * 3600_000;

/** What became of a call of the archive, in words. */
export function useOutcome(): (call: Call) => string {
  const t = useLaterTexts().callOutcome;
  const { duration } = useFormats();
  return (call) => {
    const { state, missed, direction, startedAt } = call;
    const { isAnswered, durationSec, endCause = '' } = callFacts(call);
    if (state !== 'ended') {
      const isOld = Date.now() - Date.parse(startedAt ?? '') > LONGEST_CALL;
      return isOld ? t.over : (textFor(t.states, state) ?? t.unknown);
    }
    if (isAnswered) {
      const word =
        endCause === 'forwarded' ? t.causes.forwarded : direction === 'out' ? t.reached : t.taken;
      return durationSec ? `${word}, ${duration(durationSec)}` : word;
    }
    return (
      textFor(t.causes, endCause) ??
      (missed ? t.missed : direction === 'out' ? t.notReached : t.ended)
    );
  };
}

/** What became of a call that has just ended. */
export function useEnd(): (call: LiveCall) => string {
  const t = useLaterTexts().callOutcome;
  const { duration } = useFormats();
  return (call) => {
    const { endCause, durationSec, isEndGuessed, direction, answeredAt } = call;
    if (isEndGuessed) return t.over;
    if (endCause === 'forwarded') return t.causes.forwarded;
    const cause = textFor(t.causes, endCause);
    if (cause !== undefined) return cause;
    if (isMissed(call)) return t.missed;
    if (answeredAt === null && direction !== 'in' && !durationSec) return t.notReached;
    return durationSec ? `${t.ended}, ${duration(durationSec)}` : t.ended;
  };
}

export function callIcon({ direction, missed }: Pick<Call, 'direction' | 'missed'>): IconName {
  if (missed) return 'phoneMissed';
  if (direction === 'in') return 'phoneIn';
  return direction === 'out' ? 'phoneOut' : 'phone';
}
