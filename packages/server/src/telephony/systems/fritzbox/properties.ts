import {
  foreignPassword,
  httpUrl,
  integer,
  pairs,
  text,
  texts,
} from '../../../config/kinds/kinds.ts';
import { optional, preset } from '../../../config/kinds/property.ts';

export const FRITZBOX = {
  properties: {
    'app.telephony.fritzbox.host': preset(
      text(/^[\w.:-]+$/, 'an address or host name'),
      'fritz.box',
      'The FRITZ!Box, whose call monitor tells of calls.',
    ),
    'app.telephony.fritzbox.port': preset(integer(1, 65535), '1012', 'Port of its call monitor.'),
    'app.telephony.fritzbox.tr064': preset(
      httpUrl,
      'http://fritz.box:49000',
      'Where it takes orders (TR-064): phone book and dialling.',
    ),
    'app.telephony.fritzbox.user': optional(
      text(/^\P{Cc}{1,64}$/u, 'the name of a user of the box'),
      'User of the FRITZ!Box for phone book and dialling. Unset: calls are only watched.',
    ),
    'app.telephony.fritzbox.password': optional(foreignPassword, 'The password of that user.'),
    'app.telephony.fritzbox.phone-books': optional(
      texts,
      'Phone books of the FRITZ!Box that are read, by name or number. Unset: all.',
    ),
    'app.telephony.fritzbox.dial-phones': optional(
      pairs,
      'Desk and the telephone that the dial help of the FRITZ!Box lets ring for it, such as `21=DECT: Disposition`. Unset: the one that is chosen there.',
    ),
  },
  needs: [],
  logins: [['app.telephony.fritzbox.user', 'app.telephony.fritzbox.password']],
  /** What is dialled to reach one, **610, is not what the box calls it. */
  desks: {
    are: /^\d{1,3}$/,
    such: 'a FRITZ!Box has numbers such as 610, or 1 for an analog telephone',
  },
  /** With it, its own phone book can be read. */
  ownBook: 'app.telephony.fritzbox.user',
} as const;
