import { type Finding, ok, wrong } from '../../finding.ts';
import { realTime } from '../../schedule.ts';
import { SipRegistration } from './registration.ts';
import type { SipOptions } from './sip.ts';

/** Registers for a moment; a registrar that keeps one phone per user rings at the service again soon. */
export async function* checkSip(options: SipOptions): AsyncGenerator<Finding> {
  const at = `${options.host}:${options.port}`;
  const { registration, trouble } = await register(options);
  await registration.close();
  if (trouble?.startsWith('no line')) {
    yield wrong('phone line', `${trouble}; app.telephony.sip.registrar`);
    return;
  }
  yield ok('phone line', `the registrar at ${at} answers`);
  yield trouble === undefined
    ? ok('phone login', `${options.user}; whether it rings with the others shows only by a call`)
    : wrong('phone login', `${trouble}; app.telephony.sip.user and .password`);
}

function register(options: SipOptions) {
  return new Promise<{ registration: SipRegistration; trouble: string | undefined }>((resolve) => {
    const end = (trouble?: string) => resolve({ registration, trouble });
    const registration = new SipRegistration({
      ...options,
      schedule: realTime,
      onUp: () => end(),
      onDown: end,
      onRequest() {},
      onGone() {},
    });
    registration.open();
  });
}
