import { foreignPassword, hostAndPort, text } from '../../../config/kinds/kinds.ts';
import { optional } from '../../../config/kinds/property.ts';
import { SIP_USER, sipAccounts } from '../../../config/kinds/sip-accounts.ts';

export const SIP = {
  properties: {
    'app.telephony.sip.registrar': optional(
      hostAndPort,
      'Where the service registers as one more SIP phone, by UDP. It rings with the others and is never picked up.',
    ),
    'app.telephony.sip.user': optional(
      text(SIP_USER, 'the name or number that a SIP phone registers with'),
      'User of that phone.',
    ),
    'app.telephony.sip.password': optional(foreignPassword, 'The password of that user.'),
    'app.telephony.sip.accounts': optional(
      sipAccounts,
      'Several such phones, or one by TCP or TLS: `Zentrale=user:password@registrar;domain=…;transport=tls`. The name is shown at calls to it.',
    ),
  },
  needs: ['app.telephony.sip.registrar', 'app.telephony.sip.user', 'app.telephony.sip.password'],
  orElse: 'app.telephony.sip.accounts',
  logins: [],
} as const;
