import { foreignPassword } from '../../../config/kinds/kinds.ts';
import { optional } from '../../../config/kinds/property.ts';

export const PLACETEL = {
  properties: {
    'app.telephony.placetel.secret': optional(
      foreignPassword,
      'Secret that Placetel signs its pushes with. Unset: the token alone counts.',
    ),
  },
  needs: ['app.telephony.push.token'],
  logins: [],
} as const;
