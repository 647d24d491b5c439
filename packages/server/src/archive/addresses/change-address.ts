import { randomUUIDv7 } from 'node:crypto';
import type { AddressChange } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
import { ArchiveError } from '../engine/archive-error.ts';
import { isStorable, storable } from '../engine/lists/page.ts';
import { isDuplicate } from '../engine/store/failures.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, type Editing, edited } from '../engine/store/transaction.ts';
import { addressText } from './address-fields.ts';
import { insertAddresses, recordOf, restoreCouriers, updateAddresses } from './address-rows.ts';
import { correctedAddress } from './correct-address.ts';

export interface AddressEditor {
  /** The changed address as JSON text. */
  changeAddress(id: string, change: AddressChange): Promise<string | undefined>;
  deleteAddress(id: string): Promise<boolean>;
}

interface Context {
  readonly store: Store;
  readonly rules: PhoneRules;
}

export function addressEditor(editing: Editing<Context>): AddressEditor {
  return {
    async changeAddress(id, change) {
      if (!isStorable(id)) return undefined;
      return edited(editing, 'addresses', (db, { rules }) => changeAddress(db, rules, id, change));
    },

    async deleteAddress(id) {
      if (!isStorable(id)) return false;
      const deleted = async (db: Db) => (await deleteAddress(db, id)) || undefined;
      return (await edited(editing, 'addresses', deleted)) ?? false;
    },
  };
}

export async function deleteAddress(db: Db, id: string): Promise<boolean> {
  const deleting = db.deleteFrom('addresses').where('id', '=', id);
  const { numDeletedRows } = await deleting.executeTakeFirst();
  await restoreCouriers(db);
  return numDeletedRows > 0n;
}

async function changeAddress(
  db: Db,
  rules: PhoneRules,
  id: string,
  change: AddressChange,
): Promise<string | undefined> {
  const rows = db.selectFrom('addresses').selectAll().where('id', '=', id);
  const row = await rows.executeTakeFirst();
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
