import { factsOf, isJsonObject, type JsonObject, type PartyFacts } from '@hookline/records';
import { shortText } from '../../format/payload-text.ts';
import { isPhone } from '../../format/payload-value.ts';

/** Somebody or some place a job names. */
export interface Party {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly phone: string | undefined;
}

/** What a dispatcher wants to know of a job first, where its payload says so. */
export interface JobFacts {
  readonly pickup: Party | undefined;
  readonly dropoff: Party | undefined;
  readonly courier: Party | undefined;
}

const NO_FACTS: JobFacts = { pickup: undefined, dropoff: undefined, courier: undefined };
const known = new WeakMap<JsonObject, JobFacts>();

export function jobFacts(payload: unknown): JobFacts {
  if (!isJsonObject(payload)) return NO_FACTS;
  const facts = known.get(payload) ?? factsIn(payload);
  known.set(payload, facts);
  return facts;
}

function factsIn(payload: JsonObject): JobFacts {
  // No time is shown here, so that it does not matter where it is read.
  const { pickup, dropoff, courier } = factsOf(payload, 'UTC');
  return { pickup: partyOf(pickup), dropoff: partyOf(dropoff), courier: partyOf(courier) };
}

/** Name or else address, in a word or two. */
export function partyText(party: Party | undefined): string | undefined {
  return party?.name ?? party?.address;
}

function partyOf(told: PartyFacts | null | undefined): Party | undefined {
  const [name, address, number] = [told?.name, told?.address, told?.phone].map((text) =>
    text ? shortText(text) : undefined,
  );
  const phone = number !== undefined && isPhone('phone', number) ? number : undefined;
  if (name === undefined && address === undefined && phone === undefined) return undefined;
  return { name: name ?? (address ? undefined : phone), address, phone };
}
