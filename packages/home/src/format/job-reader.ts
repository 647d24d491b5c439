import {
  factsIn,
  type JsonObject,
  jobMessages,
  messageOf,
  NameList,
  type PartyFacts,
  partyIn,
  type RecordKind,
  statusIn,
  unwrapped,
} from '@hookline/records';
import { readablePart } from './payload-json.ts';
import { STATUS_WORDS } from './payload-status.ts';
import { isPhone } from './payload-value.ts';

/** What a message says about a job, in words for one line. */
export interface ReportedJob {
  /** As the foreign system calls it. */
  readonly status: string | undefined;
  /** From where to where. */
  readonly way: string | undefined;
  readonly courier: string | undefined;
  /** The courier's. */
  readonly phone: string | undefined;
}
export type JobReader = (object: JsonObject) => ReportedJob;

/** What one message says about a job, as the server reads it. It says no times, so any zone will do. */
export const readJob: JobReader = (object: JsonObject) => {
  const message = messageOf(readablePart(object, true));
  const { pickup, dropoff, courier } = factsIn(message, 'UTC');
  // Where it is fetched, its name tells; where it goes, the whole address.
  const way = [pickup?.name ?? pickup?.address, wholeText(dropoff)];
  const phone = courier?.phone ?? undefined;
  return {
    status: statusIn(message, STATUS_WORDS).status ?? undefined,
    way: way.some(Boolean) ? way.map((end) => end ?? '…').join(' → ') : undefined,
    courier: courier?.name ?? undefined,
    phone: phone !== undefined && isPhone('phone', phone) ? phone : undefined,
  };
};

const WITH_ADDRESS: RecordKind = {
  identity: (object) => (partyIn(object).address ? 'address' : undefined),
  areParts: false,
};

/** Where a payload says that something is: of a job its two ends, of anybody else the address. */
export function addressesIn(payload: unknown, isJob: boolean): readonly string[] {
  const options = { referenceNames: HOUSE_NAMES, statusWords: STATUS_WORDS, timeZone: 'UTC' };
  const part = readablePart(payload, true);
  const parties = isJob
    ? jobMessages(part, options).messages.flatMap(({ facts }) => [facts.pickup, facts.dropoff])
    : unwrapped(part, WITH_ADDRESS).records.map(({ record }) => partyIn(record));
  return [...new Set(parties.flatMap((party) => party?.address ?? []))];
}

/** The names of the jobs that a payload tells of, each once. */
export function references(payload: unknown): readonly string[] {
  const options = { referenceNames: HOUSE_NAMES, statusWords: STATUS_WORDS, timeZone: 'UTC' };
  const { messages } = jobMessages(readablePart(payload, true), options);
  return [...new Set(messages.flatMap(({ reference }) => reference ?? []))];
}

/** The office's own names for a job's number, which the server writes into the page. */
const HOUSE_NAMES = new NameList(...houseNames());

function houseNames(): string[] {
  if (typeof document === 'undefined') return [];
  const meta = document.querySelector<HTMLMetaElement>('meta[name=reference-names]');
  // Not replaced where Vite serves the page.
  return meta?.content.startsWith('%5B') ? JSON.parse(decodeURIComponent(meta.content)) : [];
}

function wholeText(party: PartyFacts | null | undefined): string | undefined {
  return [party?.name, party?.address].filter(Boolean).join(', ') || undefined;
}
