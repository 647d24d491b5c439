import { foreignPassword, text, texts } from '../../../config/kinds/kinds.ts';
import { optional, preset } from '../../../config/kinds/property.ts';

export const ASTERISK = {
  properties: {
    'app.telephony.asterisk.url': preset(
      text(
        /^(tcp|tls):\/\/[\w.-]+(:\d{1,5})?$/,
        'an address such as tcp://pbx:5038 or tls://pbx:5039',
      ),
      'tcp://127.0.0.1:5038',
      'The manager interface (AMI) of Asterisk.',
    ),
    'app.telephony.asterisk.user': optional(
      text(/^\P{Cc}{1,64}$/u, 'the name of a user of manager.conf'),
      'User of the manager interface; it needs `read = call` and `write = call,originate,reporting`.',
    ),
    'app.telephony.asterisk.secret': optional(foreignPassword, 'The secret of that user.'),
    'app.telephony.asterisk.context': preset(
      text(/^[\w.-]{1,80}$/, 'the name of a context'),
      'from-internal',
      'Context of the dialplan that dialled and transferred numbers are looked up in.',
    ),
    'app.telephony.asterisk.endpoints': optional(
      texts,
      'Patterns with `*` of what is a telephone and no trunk, such as `PJSIP/2*`. Unset: the desks.',
    ),
  },
  needs: ['app.telephony.asterisk.user', 'app.telephony.desks'],
  logins: [['app.telephony.asterisk.user', 'app.telephony.asterisk.secret']],
} as const;
