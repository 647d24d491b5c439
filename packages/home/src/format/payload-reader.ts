import type { MappingSummary } from '@hookline/contract';
import { UNNAMED_SENDER } from '@hookline/contract/words';
import {
  CONTACT,
  contactTold,
  courierClassOf,
  type JobMessage,
  jobMessages,
  Mapping,
  NameList,
  nameOf,
  type PartyFacts,
  type PartyReading,
  partyIn,
  type RecordKind,
  recordsAt,
  type StatusClass,
  unwrapped,
  withTold,
} from '@hookline/records';
import { readablePart } from './payload-json.ts';
import { STATUS_WORDS } from './payload-status.ts';
import { isPhone } from './payload-value.ts';

/** What a message says about a job or somebody, in words for one line. */
export interface Reported {
  /** What it is called; where the office has said how to read it, undefined means by nothing. */
  readonly title?: string | undefined;
  readonly isTaught: boolean;
  /** As the foreign system calls it. */
  readonly status: string | undefined;
  readonly statusClass: StatusClass | null;
  /** From where to where. */
  readonly way: string | undefined;
  readonly courier: string | undefined;
  /** The courier's, or theirs. */
  readonly phone: string | undefined;
}

/** Reads messages as the server does: by what the office has said about their sender, else as all. */
export interface PayloadReader {
  /** Undefined for what is not about one job or person. */
  line(payload: unknown): Reported | undefined;
  /** Where a payload says that something is: of a job its two ends, of anybody else the address. */
  addresses(payload: unknown): readonly string[];
  /** The names of the jobs that a payload tells of, each once. */
  references(payload: unknown): readonly string[];
}

/** By channel and sender, the same one each time: a new one would have every row drawn anew. */
export type PayloadReaders = (
  channel: string | null | undefined,
  sender: string | null | undefined,
) => PayloadReader;

let known: { readonly mappings: readonly MappingSummary[]; readonly readers: PayloadReaders };

export function readersBy(mappings: readonly MappingSummary[]): PayloadReaders {
  if (known?.mappings !== mappings) known = { mappings, readers: newReaders(mappings) };
  return known.readers;
}

function newReaders(mappings: readonly MappingSummary[]): PayloadReaders {
  const bySource = new Map<string, PayloadReader>();
  return (channel, sender) => {
    const name = `${channel} ${sender ?? UNNAMED_SENDER}`;
    const reader = bySource.get(name) ?? newReader();
    bySource.set(name, reader);
    return reader;

    function newReader(): PayloadReader {
      const taught = mappings.find(
        (one) => one.channel === channel && one.sender === (sender ?? UNNAMED_SENDER),
      );
      const mapping = taught && new Mapping(taught.rules, taught.channel);
      if (mapping && mapping.channel !== 'jobs') return contactReader(mapping, mapping.channel);
      return jobReader(mapping, channel === 'jobs');
    }
  };
}

function jobReader(mapping: Mapping | undefined, isOfJobs: boolean): PayloadReader {
  const read = (payload: unknown) =>
    jobMessages(
      readablePart(payload, true),
      // It says no times, so any zone will do.
      { referenceNames: HOUSE_NAMES, statusWords: STATUS_WORDS, timeZone: 'UTC' },
      mapping,
    ).messages;
  return {
    line(payload) {
      const [only, other] = read(payload);
      if (!only || other) return undefined;
      const { title, ...line } = reported(only, mapping !== undefined);
      // Elsewhere a number is not what something is called.
      return isOfJobs ? { title, ...line } : line;
    },
    addresses(payload) {
      const parties = isOfJobs
        ? read(payload).flatMap(({ facts }) => [facts.pickup, facts.dropoff])
        : unwrapped(readablePart(payload, true), WITH_ADDRESS).records.map(({ record }) =>
            partyIn(record),
          );
      return addressesOf(parties);
    },
    // The archive reads jobs from this channel alone.
    references: (payload) =>
      isOfJobs ? [...new Set(read(payload).flatMap(({ reference }) => reference ?? []))] : [],
  };
}

function contactReader(mapping: Mapping, channel: 'kunden' | 'kuriere'): PayloadReader {
  const read = (payload: unknown) => {
    const whole = readablePart(payload, true);
    const ofThis = mapping.for(whole);
    if (ofThis.ignores(whole)) return [];
    const told = ofThis.recordsIn(whole)?.map(({ place }) => ({ path: place }));
    const all = recordsAt(whole, told ?? unwrapped(whole, CONTACT).records);
    const places = all.map(({ path, record }) => ({ place: path, value: record }));
    const left = ofThis.denied.reduce(
      (message, target) => ofThis.withoutDenied(target, message, places),
      ofThis.withoutIgnored(whole, places),
    );
    return recordsAt(left, all).map(({ path, record }) => {
      const said = contactTold(ofThis, left, { place: path, value: record }, STATUS_WORDS);
      return { values: said.values, record: withTold(record, said, channel) };
    });
  };
  return {
    line(payload) {
      const [only, other] = read(payload);
      if (!only || other) return undefined;
      const { name, phone, state, vehicle } = only.values;
      return {
        isTaught: true,
        title: name ?? nameOf(only.record) ?? undefined,
        status: state ?? undefined,
        statusClass: state ? courierClassOf(state, STATUS_WORDS) : null,
        way: partyIn(only.record).address ?? undefined,
        courier: vehicle ?? undefined,
        phone: dialable(phone),
      };
    },
    addresses: (payload) => addressesOf(read(payload).map(({ record }) => partyIn(record))),
    references: () => [],
  };
}

function addressesOf(
  parties: readonly (Pick<PartyFacts, 'address'> | PartyReading | null | undefined)[],
) {
  return [...new Set(parties.flatMap((party) => party?.address ?? []))];
}

function reported(job: JobMessage, isTaught: boolean): Reported {
  const { reference, status, statusClass, facts } = job;
  const { pickup, dropoff, courier } = facts;
  // Where it is fetched, its name tells; where it goes, the whole address.
  const way = [pickup?.name ?? pickup?.address, wholeText(dropoff)];
  return {
    isTaught,
    title: reference ?? undefined,
    status: status ?? undefined,
    statusClass,
    way: way.some(Boolean) ? way.map((end) => end ?? '…').join(' → ') : undefined,
    courier: courier?.name ?? undefined,
    phone: dialable(courier?.phone),
  };
}

function dialable(phone: string | null | undefined): string | undefined {
  return typeof phone === 'string' && isPhone('phone', phone) ? phone : undefined;
}

const WITH_ADDRESS: RecordKind = {
  identity: (object) => (partyIn(object).address ? 'address' : undefined),
  areParts: false,
};

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
