import type { Config } from '../../../config/properties.ts';
import type { TelephoneSystem } from '../telephone-system.ts';
import { type AsteriskOptions, createAsterisk } from './asterisk.ts';
import { checkAsterisk } from './check.ts';

export const asterisk: TelephoneSystem = {
  follow: (config) => (context) => createAsterisk(context, optionsOf(config)),
  check: (config) => checkAsterisk(optionsOf(config)),
};

function optionsOf(config: Config): AsteriskOptions {
  const { protocol, hostname, port } = new URL(config['app.telephony.asterisk.url']);
  const tls = protocol === 'tls:';
  return {
    host: hostname,
    port: Number(port || (tls ? 5039 : 5038)),
    tls,
    // Without them the service does not start.
    user: config['app.telephony.asterisk.user'] ?? '',
    secret: config['app.telephony.asterisk.secret'] ?? '',
    context: config['app.telephony.asterisk.context'],
    desks: config['app.telephony.desks'] ?? {},
    endpoints: config['app.telephony.asterisk.endpoints'],
    longestCall: config['app.telephony.longest-call'],
  };
}
