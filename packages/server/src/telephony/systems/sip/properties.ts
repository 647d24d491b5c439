import { foreignPassword, hostAndPort, text } from '../../../config/kinds/kinds.ts';
import { optional } from '../../../config/kinds/property.ts';

export const SIP = {
  properties: {
    'app.telephony.sip.registrar': optional(
      hostAndPort,
      'Where the service registers as one more SIP phone, by UDP. It rings with the others and is never picked up.',
    ),
    'app.telephony.sip.user': optional(
      text(/^[\w.+*~!-]{1,64}$/, 'the name or number that a SIP phone registers with'),
      'User of that phone.',
    ),
    'app.telephony.sip.password': optional(foreignPassword, 'The password of that user.'),
  },
  needs: ['app.telephony.sip.registrar', 'app.telephony.sip.user', 'app.telephony.sip.password'],
  logins: [],
} as const;
