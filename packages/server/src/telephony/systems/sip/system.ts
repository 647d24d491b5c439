import type { Config } from '../../../config/properties.ts';
import type { TelephoneSystem } from '../telephone-system.ts';
import { checkSip } from './check.ts';
import { createSip, type SipOptions } from './sip.ts';

export const sip: TelephoneSystem = {
  follow: (config) => (context) => createSip(context, optionsOf(config)),
  check: (config) => checkSip(optionsOf(config)),
};

function optionsOf(config: Config): SipOptions {
  return {
    // Without them the service does not start.
    ...(config['app.telephony.sip.registrar'] ?? { host: '', port: 0 }),
    user: config['app.telephony.sip.user'] ?? '',
    password: config['app.telephony.sip.password'] ?? '',
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
  };
}
