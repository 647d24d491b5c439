import { httpUrl, secretToken, text } from '../../../config/kinds/kinds.ts';
import { optional, preset } from '../../../config/kinds/property.ts';

export const SIPGATE = {
  properties: {
    'app.telephony.sipgate.token-id': optional(
      text(/^[\x21-\x39\x3b-\x7e]{1,100}$/, 'the id of a personal access token'),
      'Personal access token of sipgate for orders: its id. Unset: calls are only watched.',
    ),
    'app.telephony.sipgate.token': optional(secretToken, 'That token itself.'),
    'app.telephony.sipgate.api': preset(
      httpUrl,
      'https://api.sipgate.com/v2',
      'Where sipgate takes orders.',
    ),
  },
  needs: ['app.telephony.push.token', 'app.server.public-url'],
  logins: [['app.telephony.sipgate.token-id', 'app.telephony.sipgate.token']],
} as const;
