import type { SipAccount } from '../../../config/kinds/sip-accounts.ts';
import { type Finding, ok, wrong } from '../../finding.ts';
import { realTime } from '../../schedule.ts';
import { SipRegistration } from './registration.ts';
import type { SipOptions } from './sip.ts';

/** Registers for a moment; a registrar that keeps one phone per user rings at the service again soon. */
export async function* checkSip({ accounts }: SipOptions): AsyncGenerator<Finding> {
  for (const account of accounts) yield* checkAccount(account);
}

async function* checkAccount(account: SipAccount): AsyncGenerator<Finding> {
  const { name, user, host, port, transport } = account;
  const [of, place, login] =
    name === ''
      ? ['', 'app.telephony.sip.registrar', 'app.telephony.sip.user and .password']
      : [`${name}: `, 'app.telephony.sip.accounts', 'app.telephony.sip.accounts'];
  const { registration, trouble } = await register(account);
  await registration.close();
  if (trouble?.startsWith('no line')) {
    yield wrong('phone line', `${of}${trouble}; ${place}`);
    return;
  }
  const way = transport === 'udp' ? '' : ` by ${transport.toUpperCase()}`;
  yield ok('phone line', `${of}the registrar at ${host}:${port} answers${way}`);
  yield trouble === undefined
    ? ok('phone login', `${of}${user}; whether it rings with the others shows only by a call`)
    : wrong('phone login', `${of}${trouble}; ${login}`);
}

function register(account: SipAccount) {
  return new Promise<{ registration: SipRegistration; trouble: string | undefined }>((resolve) => {
    const end = (trouble?: string) => resolve({ registration, trouble });
    const registration = new SipRegistration({
      account,
      schedule: realTime,
      onUp: () => end(),
      onDown: end,
      onRequest() {},
      onGone() {},
    });
    registration.open();
  });
}
