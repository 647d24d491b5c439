import type { Config } from '../../../config/properties.ts';
import type { TelephoneSystem } from '../telephone-system.ts';
import { checkSip } from './check.ts';
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
    ...{
      ...registrar,
      name: '',
      user,
      login: user,
      password,
      transport: 'udp' as const,
      lines: [],
    },
    domain: registrar.host.includes(':') ? `[${registrar.host}]` : registrar.host,
  };
  return {
    // Without one the service does not start.
    accounts: [...(single ? [single] : []), ...(config['app.telephony.sip.accounts'] ?? [])],
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
  };
}
