import type { Config } from '../../../config/properties.ts';
import { checkPush, pushedOptions } from '../push-check.ts';
import type { TelephoneSystem } from '../telephone-system.ts';
import { type Finding, note, ok } from '../telephone-system.ts';
import { createPlacetel, type PlacetelOptions } from './placetel.ts';

export const placetel: TelephoneSystem = {
  follow: (config) => (context) => createPlacetel(context, optionsOf(config)),
  async *check(config) {
    yield checkPush(config);
    yield checkSignature(optionsOf(config));
  },
};

function optionsOf(config: Config): PlacetelOptions {
  return { ...pushedOptions(config), secret: config['app.telephony.placetel.secret'] };
}

function checkSignature({ secret }: PlacetelOptions): Finding {
  return secret === undefined
    ? note('phone signature', 'none: set app.telephony.placetel.secret, or the token alone counts')
    : ok('phone signature', 'what is not signed with app.telephony.placetel.secret is refused');
}
