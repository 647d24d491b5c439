import { useEffect, useEffectEvent } from 'react';
import { useLive } from '../backend/app-context.ts';
import { serverNow, useServerTime } from '../backend/server-clock.ts';
import { useDeskLabel } from '../desk.ts';
import { useFormats } from '../format/formats.ts';
import { shortText } from '../format/payload-text.ts';
import { usePhoneFormat } from '../format/phone-number.ts';
import { useLaterTexts } from '../language/language.tsx';
import { Button } from '../parts/button.tsx';
import { dialable } from '../parts/calls/archived-call.ts';
import { isDue, useCallBack } from '../parts/calls/call-backs.tsx';
import { useOpenMissedCalls } from '../parts/calls/missed-calls.ts';
import { InStrip, Notice } from '../parts/notice.tsx';
import { useDial } from '../parts/phone-link.tsx';
import { linkTo } from '../route.ts';
import { notify } from './notifications.ts';
import type { WantedAlerts } from './occasions.ts';
import { playSample } from './sounds.ts';

const MINUTE = 60_000;

/** Rings at this desk for whom it wanted to be reminded of, until something is done about it. */
export function Reminders({ sound, notifications }: WantedAlerts) {
  const { reminders: t, common, who: texts } = useLaterTexts();
  const { when, number: count } = useFormats();
  const { leading } = useLive();
  const desk = useDeskLabel();
  const { calls } = useOpenMissedCalls();
  const dial = useDial();
  const { remind } = useCallBack();
  const mine = calls.filter(({ remindBy }) => remindBy !== null && remindBy === desk);
  const ids = useServerTime((now) =>
    mine.flatMap((call) => (isDue(call, now) ? call.id : [])).join(' '),
  );
  const due = mine.filter(({ id }) => ids.includes(id));
  const [call] = due;
  const format = usePhoneFormat();
  const number = call ? dialable(call) : null;
  const who =
    shortText(call?.name ?? '', 60) || (number === null ? texts.withheld : format(number));
  const show = useEffectEvent(() =>
    notify(
      t.title(who),
      number ?? '',
      `hookline reminder ${ids}`,
      linkTo('calls', 'missed', 'open=1'),
    ),
  );
  useEffect(() => {
    if (!leading || ids === '') return;
    const leave = notifications ? show() : undefined;
    if (sound) playSample();
    const again = sound && setInterval(playSample, MINUTE);
    return () => {
      if (again) clearInterval(again);
      leave?.();
    };
  }, [leading, ids, sound, notifications]);
  if (!call?.remindAt) return null;
  const more = due.length > 1 ? t.more(count(due.length - 1)) : '';
  return (
    <InStrip at="notice">
      <Notice
        kind="warning"
        label={t.label}
        title={t.title(who)}
        text={t.since(when(call.remindAt)) + more}
      >
        {number !== null && (
          <Button isSmall look="main" icon="phone" onClick={() => dial(number)}>
            {common.callBack}
          </Button>
        )}
        <Button
          isSmall
          onClick={() => remind([call], new Date(serverNow() + 10 * MINUTE).toISOString())}
        >
          {t.later}
        </Button>
      </Notice>
    </InStrip>
  );
}
