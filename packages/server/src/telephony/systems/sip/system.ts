import type { SipAccount } from '../../../config/kinds/sip-accounts.ts';
import type { Config } from '../../../config/properties.ts';
import { realTime } from '../../schedule.ts';
import { officeOf } from '../desks.ts';
import { type Finding, note, ok, type TelephoneSystem, wrong } from '../telephone-system.ts';
import { DIALOG } from './following.ts';
import { SipRegistration } from './registration.ts';
import { createSip, type SipOptions } from './sip.ts';

export const sip: TelephoneSystem = {
  follow: (config) => (context) => createSip(context, optionsOf(config)),
  check: (config) => checkSip(optionsOf(config)),
};

function optionsOf(config: Config): SipOptions {
  const registrar = config['app.telephony.sip.registrar'];
  const user = config['app.telephony.sip.user'] ?? '';
  const password = config['app.telephony.sip.password'] ?? '';
  const single = registrar && {
    ...{ ...registrar, name: '', user, login: user, password, lines: [] },
    transport: 'udp' as const,
    domain: registrar.host.includes(':') ? `[${registrar.host}]` : registrar.host,
  };
  return {
    // Without one the service does not start.
    accounts: [...(single ? [single] : []), ...(config['app.telephony.sip.accounts'] ?? [])],
    ...officeOf(config),
  };
}

/** A telephone system that does not know what it is asked may say nothing (ms). */
const ANSWER_TIMEOUT = 5000;

/** Registers for a moment; a registrar that keeps one phone per user rings at the service again soon. */
async function* checkSip({ accounts, desks }: SipOptions): AsyncGenerator<Finding> {
  for (const [at, account] of accounts.entries()) {
    yield* checkAccount(account, at === 0 ? Object.entries(desks)[0] : undefined);
  }
}

async function* checkAccount(
  account: SipAccount,
  desk: readonly [string, string] | undefined,
): AsyncGenerator<Finding> {
  const { name, user, host, port, transport } = account;
  const [of, place, login] =
    name === ''
      ? ['', 'app.telephony.sip.registrar', 'app.telephony.sip.user and .password']
      : [`${name}: `, 'app.telephony.sip.accounts', 'app.telephony.sip.accounts'];
  const { registration, trouble } = await register(account);
  const status = desk && trouble === undefined ? await following(registration, desk[1]) : undefined;
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
  if (desk && status !== undefined) {
    const whose = `the calls at the telephone of desk ${desk[0]}`;
    yield status < 300
      ? ok('phone calls', `it tells ${whose}`)
      : note(
          'phone calls',
          `it does not tell ${whose} (${status || 'no answer'}): who answers and what is dialled there is not seen; it is called BLF or dialog among its settings`,
        );
  }
}

/** Asks once for the calls at a telephone, as whoever follows it does. Answers the status; 0 for none. */
function following(registration: SipRegistration, extension: string): Promise<number> {
  const conversation = registration.conversation(registration.address(extension));
  return new Promise((resolve) => {
    const giveUp = realTime.after(ANSWER_TIMEOUT, () => resolve(0));
    const end = (status: number) => {
      giveUp();
      resolve(status);
    };
    registration.ask(conversation, {
      method: 'SUBSCRIBE',
      more: [...DIALOG, ['Expires', '0'], ['Contact', registration.contact]],
      onAnswer: ({ status }) => end(status),
      onSilence: () => end(0),
    });
  });
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
