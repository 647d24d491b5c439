import type { CallEventName, PhoneCall } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import { expect, onTestFinished } from 'vitest';
import { PhoneBook } from '../../src/telephony/phone-book.ts';
import { createSip, type SipOptions } from '../../src/telephony/systems/sip/system.ts';
import { virtualTime } from '../support/virtual-time.ts';
import { SipRegistrar } from './sip-registrar.ts';

/** A telephone that rings at a registrar, in a time that passes when the test says so. */
export async function ringingPhone(
  change: (registrar: SipRegistrar) => void = () => {},
  more: Partial<SipOptions> = {},
) {
  const registrar = await SipRegistrar.start();
  change(registrar);
  const time = virtualTime();
  const told: { event: CallEventName; call: PhoneCall }[] = [];
  const heard = { down: 0, greeted: 0 };
  const logged: string[] = [];
  const log = (fields: object, text: string) => void logged.push(JSON.stringify([text, fields]));
  const system = createSip(
    {
      book: new PhoneBook(new PhoneRules({ country: 'DE' })),
      now: () => 1_772_437_269_000 + time.now(),
      schedule: time,
      log: { info: log, warn: log, error: log },
      tell: (event, call) => void told.push({ event, call }),
      lineDown: () => void heard.down++,
      greet: () => void heard.greeted++,
    },
    {
      accounts: [registrar.account(), ...(more.accounts ?? [])],
      desks: more.desks ?? {},
      longestCall: 4 * 3600_000,
    },
  );
  system.begin?.();
  onTestFinished(async () => {
    const closed = system.close?.();
    time.pass(1000);
    await closed;
  });
  const isUp = () => expect.poll(() => system.trouble?.()).toBeUndefined();
  return { registrar, time, told, heard, logged, system, isUp };
}

export async function registeredPhone(...told: Parameters<typeof ringingPhone>) {
  const all = await ringingPhone(...told);
  await all.isUp();
  const words = () =>
    all.told.map(({ event, call }) =>
      `${event.slice(5)} ${call.from.raw} ${call.endCause ?? ''}`.trim(),
    );
  return { ...all, words };
}
