import type * as contract from '@hookline/contract';
import { expectTypeOf, test } from 'vitest';
import type * as client from '../../src/telephony/index.ts';

test("the client's own telephony types agree with what the telephony app sends", () => {
  expectTypeOf<contract.PhoneCall>().toExtend<client.PhoneCall>();
  expectTypeOf<keyof client.PhoneCall>().toEqualTypeOf<keyof contract.PhoneCall>();
  expectTypeOf<contract.CallParty>().toExtend<client.CallParty>();
  expectTypeOf<client.CallState>().toEqualTypeOf<contract.CallState>();
  expectTypeOf<client.EndCause>().toEqualTypeOf<contract.EndCause>();
  expectTypeOf<client.CallCommand>().toEqualTypeOf<contract.CallCommand>();
  expectTypeOf<client.CallEventName>().toEqualTypeOf<contract.CallEventName>();
  expectTypeOf<contract.AddressCache>().toExtend<client.AddressCache>();
  expectTypeOf<contract.PhoneBookEntry>().toExtend<client.PhoneBookEntry>();
  expectTypeOf<contract.TelephonyErrorCode>().toExtend<client.TelephonyErrorCode>();
});
