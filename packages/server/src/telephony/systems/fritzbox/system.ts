import type { Config } from '../../../config/properties.ts';
import type { TelephoneSystem } from '../telephone-system.ts';
import { checkFritzbox } from './check.ts';
import { createFritzbox, type FritzboxOptions } from './fritzbox.ts';

export const fritzbox: TelephoneSystem = {
  follow: (config) => (context) => createFritzbox(context, optionsOf(config)),
  check: (config, isBookRead) => checkFritzbox(optionsOf(config), isBookRead),
};

function optionsOf(config: Config): FritzboxOptions {
  const [user, password] = [
    config['app.telephony.fritzbox.user'],
    config['app.telephony.fritzbox.password'],
  ];
  return {
    host: config['app.telephony.fritzbox.host'],
    port: config['app.telephony.fritzbox.port'],
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
    tr064:
      user === undefined || password === undefined
        ? undefined
        : { url: config['app.telephony.fritzbox.tr064'], user, password },
    phoneBooks: config['app.telephony.fritzbox.phone-books'],
    dialPhones: config['app.telephony.fritzbox.dial-phones'] ?? {},
  };
}
