import type { SipAccount } from '../../../config/kinds/sip-accounts.ts';
import type { ReportedParty } from '../../mirror.ts';
import type { PhoneBook } from '../../phone-book.ts';
import { listed, nameAddress, type SipRequest, userOf, wordWithParameters } from './message.ts';

/**
 * What the telephone system vouches for counts more than what the caller says; a name that the
 * caller says of the same line is better than none.
 */
export function callerOf(request: SipRequest, book: PhoneBook): ReportedParty {
  const isWithheld = listed(request, 'privacy').some((value) => /\bid\b/i.test(value));
  const said = [...listed(request, 'p-asserted-identity'), ...alone(request, 'from')];
  const parties = said.map(partyOf).filter(({ raw }) => raw !== '' && !isWithheld);
  const [first] = parties;
  if (!first) return { raw: '' };
  const lineOf = (number: string) => book.lineOf(number) ?? number;
  const line = lineOf(first.raw);
  const named = parties.find(({ raw, name }) => name !== undefined && lineOf(raw) === line);
  return { raw: first.raw, name: named?.name };
}

/**
 * The number that was called, one of ours if it is there. Many systems write there the telephone or the group that rings, and
 * the number itself only where they say how the call came to it, the newest station first.
 */
export function calledOf(
  request: SipRequest,
  book: PhoneBook,
  { name, user, lines }: Pick<SipAccount, 'name' | 'user' | 'lines'>,
): ReportedParty {
  const said = [
    ...listed(request, 'p-called-party-id'),
    ...alone(request, 'to'),
    ...listed(request, 'diversion'),
    ...listed(request, 'history-info').toReversed(),
  ];
  const numbers = said.map((value) => partyOf(value).raw).filter((number) => number !== '');
  const isLong = (number: string) => /^\+?\d{6,}$/.test(number);
  const isWhole = (number: string) => isLong(number) && book.e164Of(number) !== undefined;
  const own = new Set([user, ...lines].map((number) => book.lineOf(number)));
  const isOwn = (number: string) => isLong(number) && own.has(book.lineOf(number));
  const [first = ''] = numbers;
  const raw = numbers.find(isOwn) ?? numbers.find(isWhole) ?? numbers.find(isLong) ?? first;
  return { raw, name };
}

/** A header that is no list: a comma in it is one of the name. */
function alone({ headers }: SipRequest, name: string): readonly string[] {
  return headers.get(name) ?? [];
}

function partyOf(value: string): ReportedParty {
  const { name, uri } = nameAddress(value);
  const raw = userOf(uri);
  // Systems without a name write the number in its place.
  return { raw, name: name === raw || name === '' ? undefined : name };
}

/** Somebody else has picked up: the call is withdrawn, but it was not missed. */
export function isAnsweredElsewhere(request: SipRequest): boolean {
  return listed(request, 'reason').some((value) => {
    const [protocol, parameters] = wordWithParameters(value);
    const cause = parameters.get('cause');
    return /^sip$/i.test(protocol) ? cause === '200' : /^q\.850$/i.test(protocol) && cause === '26';
  });
}
