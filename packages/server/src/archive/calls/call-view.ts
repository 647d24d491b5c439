import type { PhoneLine } from '@hookline/records/phone';
import { BLOCKED, type CallDirection, type CallState } from './call-words.ts';
import type { Call } from './merge-call.ts';

/** A call in its current state, as a list shows it. */
export interface CallView {
  readonly callId: string | null;
  readonly state: CallState | null;
  readonly direction: CallDirection | null;
  /** The other party. */
  readonly phone: PhoneLine | null;
  readonly name: string | null;
  /** Incoming, ended and never answered, unless the telephone system itself turned it away. */
  readonly missed: boolean;
  readonly startedAt: string | null;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  /** Hash of the report whose payload stands for the call. */
  readonly payloadHash: string | null;
}

export function callView(call: Call): CallView {
  const { callId, startedAt, facts } = call;
  const party = otherParty(call);
  return {
    callId,
    state: facts.state?.value ?? null,
    direction: facts.direction?.value ?? null,
    phone: party.phone ?? facts.number?.value ?? null,
    name: party.name ?? facts.name?.value ?? null,
    missed: isMissed(call),
    startedAt,
    answeredAt: facts.answeredAt?.value ?? null,
    endedAt: facts.endedAt?.value ?? null,
    payloadHash: facts.payload?.value ?? null,
  };
}

export function isMissed({ facts }: Call): boolean {
  return (
    facts.direction?.value === 'in' &&
    facts.state?.value === 'ended' &&
    // An answering machine is no person, whenever it answered.
    (!facts.answered || facts.endCause?.value === 'voicemail') &&
    facts.endCause?.value !== BLOCKED
  );
}

interface Party {
  readonly phone: PhoneLine | undefined;
  readonly name: string | undefined;
}

/** `from` of an incoming call, `to` of an outgoing one. */
function otherParty({ facts }: Call): Party {
  const from = { phone: facts.from?.value, name: facts.fromName?.value };
  const to = { phone: facts.to?.value, name: facts.toName?.value };
  const own = facts.extension?.value;
  switch (facts.direction?.value) {
    case 'in':
      return unlessWithheld(from, facts.number?.value);
    case 'out':
      return unlessWithheld(to, facts.number?.value);
    case 'internal':
      return own !== undefined && from.phone?.sent === own ? to : from;
    default:
      // Without a direction the other one of two parties is anybody's guess.
      return from.phone && to.phone ? NOBODY : from.phone ? from : to;
  }
}

const NOBODY: Party = { phone: undefined, name: undefined };

function unlessWithheld(party: Party, number: PhoneLine | undefined): Party {
  return party.phone && !party.phone.key && number?.key ? { ...party, phone: number } : party;
}
