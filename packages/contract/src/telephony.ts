import {
  CACHE_STATES,
  CALL_COMMANDS,
  CALL_DIRECTIONS,
  CALL_EVENTS,
  CALL_STATES,
  DESK_CAUSES,
  END_CAUSES,
  TELEPHONY_ERRORS,
  TELEPHONY_REFUSALS,
} from 'hookline-client/words';
import Type, { type Static, type TSchema } from 'typebox';
import { count, described, flag, named, orNull, text, word } from './record-fields.ts';

export {
  CALL_COMMANDS,
  CALL_DIRECTIONS,
  CALL_EVENTS,
  CALL_STATES,
  type CallCommand,
  type CallDirection,
  type CallEventName,
  type CallState,
  DESK_CAUSES,
  type DeskCause,
  END_CAUSES,
  type EndCause,
  TELEPHONY_ERRORS,
  type TelephonyRefusal,
} from 'hookline-client/words';

/**
 * What a telephony app and its clients say to each other on a WebSocket. docs/telephony.md tells
 * the same in prose.
 */
export const TELEPHONY_PROTOCOL = 1;

export const TELEPHONY_COMMANDS = [
  'addressCache',
  'addresses',
  'address',
  'search',
  'calls',
  'dial',
  ...CALL_COMMANDS,
] as const;
export type TelephonyCommand = (typeof TELEPHONY_COMMANDS)[number];
export type TelephonyErrorCode = (typeof TELEPHONY_ERRORS)[number];

const timeOrNull = () => orNull(Type.String({ format: 'date-time' }));

const line = Type.Optional(
  orNull(
    text(
      'What is compared: two numbers are one line if and only if this is the same. Only Hookline gives it; `POST /api/lines` tells it for numbers of others.',
    ),
  ),
);

export const PhoneBookEntry = Type.Object(
  {
    number: text('As it is written in the phone book.'),
    name: Type.String(),
    line,
  },
  {
    title: 'PhoneBookEntry',
    description: 'An entry of the phone book. It may have any other fields.',
    additionalProperties: Type.Unknown(),
  },
);
export type PhoneBookEntry = Static<typeof PhoneBookEntry> & Readonly<Record<string, unknown>>;

export const CallParty = named('CallParty', {
  raw: text('As the telephone network signalled it.'),
  number: orNull(text('International form, or an extension; null if withheld.')),
  name: orNull(text('From the phone book, if it knows the number.')),
  anonymous: Type.Boolean(),
  line,
});
export type CallParty = Static<typeof CallParty>;

export const PhoneCall = named('PhoneCall', {
  callId: Type.String(),
  direction: word(CALL_DIRECTIONS),
  state: word(CALL_STATES),
  from: CallParty,
  to: CallParty,
  extension: text('The desk that has the call.'),
  startedAt: Type.String({ format: 'date-time' }),
  answeredAt: timeOrNull(),
  endedAt: timeOrNull(),
  durationSec: orNull(count('How long was talked; null until the end.')),
  endCause: orNull(word(END_CAUSES)),
  deskCause: Type.Optional(
    word(DESK_CAUSES, {
      description: "Why the desk's own telephone did not place it, where it was to do so.",
    }),
  ),
  blocked: Type.Optional(flag('The telephone system itself turned it away: it is not missed.')),
  features: Type.Array(word(CALL_COMMANDS), { description: 'The commands that may be given now.' }),
  note: orNull(Type.String()),
});
export type PhoneCall = Static<typeof PhoneCall>;

const CACHE_STATE = {
  state: word(CACHE_STATES),
  count: Type.Integer({ minimum: 0 }),
  updatedAt: Type.String({ format: 'date-time', description: 'Last filled or cleared.' }),
  ofArchive: Type.Optional(
    flag('The phone book is made of the archive: it is not reported to it.'),
  ),
};
export const AddressCacheState = Type.Object(CACHE_STATE, { title: 'AddressCacheState' });
export type AddressCacheState = Static<typeof AddressCacheState>;

export const AddressCache = Type.Object(
  { ...CACHE_STATE, addresses: Type.Array(PhoneBookEntry) },
  { title: 'AddressCache' },
);
export type AddressCache = AddressCacheState & { readonly addresses: readonly PhoneBookEntry[] };

export const TelephonyHello = described(
  'hello',
  'First frame on every socket, and told anew when what the telephone system can do has changed.',
  {
    protocol: Type.Literal(TELEPHONY_PROTOCOL),
    extension: text('The desk that commands act for; empty for none.'),
    commands: Type.Optional(
      Type.Array(word(['dial', ...CALL_COMMANDS] as const), {
        description: 'What the telephone system can do at all; left out: everything.',
      }),
    ),
    addressCache: AddressCacheState,
    calls: Type.Array(PhoneCall, { description: 'The calls that have not ended.' }),
  },
);
export type TelephonyHello = Static<typeof TelephonyHello>;

const requestId = Type.Union([Type.String(), Type.Number()]);

export const TelephonyRequest = described('request', 'What a client sends.', {
  id: requestId,
  command: word(TELEPHONY_COMMANDS),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type TelephonyRequest = Static<typeof TelephonyRequest>;

export const TelephonyError = Type.Object({
  code: word(TELEPHONY_ERRORS),
  message: text('For people; may change.'),
  reason: Type.Optional(word(TELEPHONY_REFUSALS)),
});
export type TelephonyError = Static<typeof TelephonyError>;

export const TelephonyAnswer = described(
  'answer',
  'One for every request, with its id and command.',
  {
    id: orNull(requestId),
    command: orNull(Type.String()),
    ok: Type.Boolean(),
    result: Type.Optional(Type.Unknown({ description: 'If ok.' })),
    error: Type.Optional(TelephonyError),
  },
);
export type TelephonyAnswer = Static<typeof TelephonyAnswer>;

const eventOf = <T extends TSchema>(name: string, data: T) =>
  Type.Object(
    {
      event: Type.Literal(name),
      seq: count('Counts the events; hello has the last one.'),
      timestamp: Type.String({ format: 'date-time' }),
      data,
    },
    { title: name },
  );

/** Every frame that the server sends by itself, by the name of its event. */
export const TELEPHONY_EVENTS: Readonly<Record<string, TSchema>> = {
  hello: eventOf('hello', TelephonyHello),
  ...Object.fromEntries(CALL_EVENTS.map((name) => [name, eventOf(name, PhoneCall)])),
  'addressCache.changed': eventOf('addressCache.changed', AddressCacheState),
};

/** Where the pages find the telephony app. */
export const TelephonyAddress = named('TelephonyAddress', {
  url: orNull(text('ws:// or wss://; null without telephony.')),
  system: orNull(text('The telephone system that the server follows itself, or `mock`.')),
  desks: Type.Array(Type.String(), {
    description: 'The desks of the office; a page says which one it is by `?desk=` at `url`.',
  }),
  push: orNull(text('What is entered at a system that pushes, with `TOKEN` for the token.')),
});
export type TelephonyAddress = Static<typeof TelephonyAddress>;

/** What the mock can play by itself; the last four are defects that real systems show. */
export const SCENARIOS = [
  'answered',
  'missed',
  'busy',
  'transferred',
  'anonymous',
  'unknown',
  'late-name',
  'no-answer-event',
  'changed-id',
  'overlapping',
] as const;
export type Scenario = (typeof SCENARIOS)[number];
