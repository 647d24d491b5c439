import { randomUUIDv7 } from 'node:crypto';
import type { AddressChange, CallChange, ChangedKind, JobChange } from '@hookline/contract';
import { ArchiveError } from '../archive.ts';
import { correctedAddress } from '../normalise/correct-address.ts';
import { isStorable, storable } from '../read/page.ts';
import { addressText } from '../read/shapes.ts';
import { insertAddresses, recordOf, updateAddresses } from './address-rows.ts';
import { isDuplicate } from './failures.ts';
import { restoreCouriers } from './find-couriers.ts';
import { handleCall } from './handle-call.ts';
import { handleJob } from './handle-job.ts';
import { type Db, inTransaction } from './transaction.ts';
import type { WriterContext } from './writer.ts';

/** Corrections by a person. Each answers what is now stored, as JSON text. */
export interface Errands {
  changeAddress(id: string, change: AddressChange): Promise<string | undefined>;
  deleteAddress(id: string): Promise<boolean>;
  changeCall(id: string, change: CallChange): Promise<string | undefined>;
  changeJob(name: string, change: JobChange): Promise<string | undefined>;
}

export function errandsOf(
  context: WriterContext,
  changed: (kind: ChangedKind) => void,
  now: () => number = Date.now,
): Errands {
  const { store, rules, jobs } = context;
  return {
    async changeAddress(id, change) {
      if (!isStorable(id)) return undefined;
      const text = await inTransaction(store, (db) => changeAddress(db, context, id, change));
      if (text !== undefined) changed('addresses');
      return text;
    },

    async deleteAddress(id) {
      if (!isStorable(id)) return false;
      const isGone = await inTransaction(store, async (db) => {
        const deleting = db.deleteFrom('addresses').where('id', '=', id);
        const { numDeletedRows } = await deleting.executeTakeFirst();
        await restoreCouriers(db);
        return numDeletedRows > 0n;
      });
      if (isGone) changed('addresses');
      return isGone;
    },

    async changeCall(id, change) {
      const at = new Date(now()).toISOString();
      const text = await inTransaction(store, (db) => handleCall(db, rules, id, change, at));
      if (text !== undefined) changed('calls');
      return text;
    },

    async changeJob(name, change) {
      const text = await inTransaction(store, (db) => handleJob(db, jobs, name, change, now()));
      if (text !== undefined) changed('jobs');
      return text;
    },
  };
}

async function changeAddress(
  db: Db,
  { store, rules }: WriterContext,
  id: string,
  change: AddressChange,
): Promise<string | undefined> {
  const rows = db.selectFrom('addresses').selectAll().where('id', '=', id);
  const row = await (store.kind === 'postgres' ? rows.forUpdate() : rows).executeTakeFirst();
  if (!row) return undefined;
  const at = new Date().toISOString();
  const kept = recordOf(row);
  const record = correctedAddress(kept, storableChange(change), rules, at);
  const [next, ...others] = kept.others;
  try {
    if (next && record.identity !== kept.identity) {
      await updateAddresses(db, [{ id, record: { ...record, others: [] } }]);
      // Whoever else has the former number keeps it.
      await insertAddresses(db, [{ id: randomUUIDv7(), record: { ...kept, ...next, others } }]);
    } else await updateAddresses(db, [{ id, record }]);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new ArchiveError('conflict', 'Another address has this number already.');
  }
  if (!record.roles.includes('courier') && row.is_courier === 1) {
    await db.deleteFrom('couriers').where('address_id', '=', id).execute();
  }
  return addressText(await rows.executeTakeFirstOrThrow());
}

function storableChange({ name, number, ...rest }: AddressChange): AddressChange {
  return {
    ...rest,
    ...(name !== undefined && { name: storable(name) }),
    ...(number !== undefined && { number: storable(number) }),
  };
}
