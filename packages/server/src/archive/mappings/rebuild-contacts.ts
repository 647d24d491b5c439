import type { Channel } from '@hookline/contract';
import { type Mapping, parsedJson, type StatusWords } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type AddressReport, addressReports } from '../addresses/address-reports.ts';
import { recordOf, updateAddresses, writeAddresses } from '../addresses/address-rows.ts';
import { deleteAddress } from '../addresses/change-address.ts';
import type { AddressRecord } from '../addresses/merge-address.ts';
import { withCustomers } from '../addresses/move-address.ts';
import { withReporters } from '../couriers/find-couriers.ts';
import { inSteps } from '../engine/store/bulk-insert.ts';
import type { Db } from '../engine/store/transaction.ts';

type ContactChannel = Exclude<Channel, 'jobs'>;

export interface RebuildContext {
  readonly channel: ContactChannel;
  readonly sender: string | null;
  readonly rules: PhoneRules;
  readonly words: StatusWords;
  /** As its messages were read until now, the latest first, and as they are to be read. */
  readonly before: readonly Mapping[];
  readonly now: Mapping;
  /** Of any sender. */
  readonly mappingOf: (sender: string | null) => Mapping;
}

const MESSAGES_AT_ONCE = 100;

/**
 * Reads the messages of a sender about contacts anew. Contacts are not kept version by version, as
 * jobs are: what changes is what the old reading said and nobody has said otherwise since. So what a
 * desk has set right stays, and what another source said as well.
 */
export class ContactRebuild {
  /** By identity, what no message says any more, unless a later one does. */
  readonly #unsaid = new Set<string>();
  readonly #said = new Set<string>();
  /** What was put there by this reading may be replaced by the next message. */
  readonly #written = new Map<string, string | null | undefined>();
  #others: string | undefined;

  /** Reads some more messages; answers where to go on, undefined at the end. */
  async step(db: Db, reading: RebuildContext, cursor: string): Promise<string | undefined> {
    if (this.#others === undefined) {
      const { messages, next } = await messagesAfter(db, reading, cursor, true);
      for (const message of messages) await this.#read(db, reading, message);
      if (next !== undefined) return next;
      for (const identity of this.#said) this.#unsaid.delete(identity);
      if (this.#unsaid.size === 0) return undefined;
      this.#others = '';
      // Never the beginning, from which all would be read once more.
      return messages.at(-1)?.received_at ?? (cursor || '0');
    }
    // Others may have told of the same people.
    const { messages, next } = await messagesAfter(db, reading, this.#others, false);
    for (const { payload, sender } of messages) {
      for (const { identity } of reportsIn(payload, reading, reading.mappingOf(sender))) {
        this.#unsaid.delete(identity);
      }
    }
    this.#others = next;
    if (next !== undefined && this.#unsaid.size > 0) return cursor;
    await forget(db, [...this.#unsaid], reading.channel);
    return undefined;
  }

  async #read(
    db: Db,
    reading: RebuildContext,
    { payload, received_at: at }: Message,
  ): Promise<void> {
    const earlier = reading.before.map((one) => byIdentity(reportsIn(payload, reading, one)));
    const now = byIdentity(reportsIn(payload, reading, reading.now));
    for (const before of earlier) {
      for (const identity of before.keys()) if (!now.has(identity)) this.#unsaid.add(identity);
    }
    for (const [identity, report] of now) {
      this.#said.add(identity);
      const were = earlier.flatMap((before) => before.get(identity) ?? []);
      const isSame = (was: AddressReport) => was.hash === report.hash && was.name === report.name;
      if (were.length > 0 && were.every(isSame)) continue;
      const row = await db
        .selectFrom('addresses')
        .selectAll()
        .where('dedup_key', '=', identity)
        .executeTakeFirst();
      const { channel: source } = reading;
      if (row && were.length > 0) {
        let record = recordOf(row);
        for (const was of were) record = this.#corrected(record, was, report, source);
        await updateAddresses(db, [{ id: row.id, record }]);
      } else {
        const told = await withReporters(db, [{ report, source, at }]);
        await writeAddresses(db, await withCustomers(db, told));
      }
    }
  }

  /** The record with what is read otherwise now, where it still has what was read before. */
  #corrected(
    record: AddressRecord,
    was: AddressReport,
    now: AddressReport,
    source: ContactChannel,
  ): AddressRecord {
    const isOurs = (part: string, text: string | null | undefined, before: typeof text) => {
      const key = `${record.identity} ${part}`;
      return text === before || (this.#written.has(key) && this.#written.get(key) === text);
    };
    const note = (part: string, text: string | null | undefined) =>
      this.#written.set(`${record.identity} ${part}`, text);
    const isNamed =
      !record.corrections.name && isOurs('', record.name ?? undefined, was.name ?? undefined);
    const name = isNamed && was.name !== now.name ? (now.name ?? null) : record.name;
    if (name !== record.name) note('', name ?? undefined);
    const fields = new Map(record.fields);
    for (const field of new Set([...was.fields.keys(), ...now.fields.keys()])) {
      const text = now.fields.get(field);
      if (text === was.fields.get(field) || record.corrections.fields.has(field)) continue;
      if (!isOurs(`.${field}`, fields.get(field), was.fields.get(field))) continue;
      if (text === undefined || text === 'null') fields.delete(field);
      else fields.set(field, text);
      note(`.${field}`, fields.get(field));
    }
    const keysOf = (report: AddressReport) =>
      new Set(report.written.flatMap(({ numbers }) => numbers.map(({ key }) => key)));
    const [had, has] = [keysOf(was), keysOf(now)];
    const kept = record.numbers.filter(
      ({ key, field }) => field === null || !had.has(key) || has.has(key),
    );
    const fresh = now.written
      .flatMap(({ numbers }) => numbers)
      .filter(({ key }) => !had.has(key) && key !== record.phone.key);
    const last = record.lastReports.get(source);
    const said = { hash: now.hash, said: now.said };
    return {
      ...record,
      name,
      fields,
      numbers: [...kept.filter(({ key }) => !fresh.some((one) => one.key === key)), ...fresh],
      customerId: now.customer?.ownId ?? record.customerId,
      ownId: now.courier?.ownId ?? record.ownId,
      lastReports:
        last?.hash === was.hash
          ? new Map([...record.lastReports, [source, said]])
          : record.lastReports,
    };
  }
}

type Message = {
  readonly received_at: string;
  readonly payload: string;
  readonly sender: string | null;
};

/** All of one time together: of two that came at once, the second would be left out. */
async function messagesAfter(
  db: Db,
  { channel, sender }: RebuildContext,
  cursor: string,
  isOwn: boolean,
): Promise<{ readonly messages: readonly Message[]; readonly next: string | undefined }> {
  const all = db
    .selectFrom('events')
    .select(['received_at', 'payload', 'sender'])
    .where('channel', '=', channel)
    .$if(isOwn, (query) => query.where('sender', sender === null ? 'is' : '=', sender))
    .orderBy('received_at')
    .orderBy('id');
  const some = await all.where('received_at', '>', cursor).limit(MESSAGES_AT_ONCE).execute();
  const last = some.at(-1)?.received_at;
  if (last === undefined || some.length < MESSAGES_AT_ONCE)
    return { messages: some, next: undefined };
  const before = some.filter(({ received_at }) => received_at < last);
  const same = await all.where('received_at', '=', last).execute();
  return { messages: [...before, ...same], next: last };
}

function reportsIn(
  payload: string,
  { channel, rules, words }: RebuildContext,
  mapping: Mapping,
): readonly AddressReport[] {
  return addressReports(parsedJson(payload), channel, rules, { mapping, words }).reports;
}

function byIdentity(reports: readonly AddressReport[]): ReadonlyMap<string, AddressReport> {
  return new Map(reports.map((report) => [report.identity, report]));
}

/** Those go that only such messages have made, and that nobody has touched. */
async function forget(
  db: Db,
  identities: readonly string[],
  channel: ContactChannel,
): Promise<void> {
  await inSteps(identities, async (some) => {
    const rows = await db
      .selectFrom('addresses')
      .selectAll()
      .where('dedup_key', 'in', some)
      .execute();
    for (const row of rows) {
      const { lastReports, corrections, correctedBy, others, numbers } = recordOf(row);
      const isTouched =
        correctedBy !== null ||
        corrections.name ||
        corrections.fields.size + corrections.roles.size + corrections.takenAway.size > 0 ||
        numbers.some(({ field }) => field === null);
      const isOthers = others.length > 0 || [...lastReports.keys()].some((one) => one !== channel);
      if (!isTouched && !isOthers) await deleteAddress(db, row.id);
    }
  });
}
