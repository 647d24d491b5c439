import type { AddressChange, CallChange, ChangedKind } from '@hookline/contract';
import { ArchiveError } from '../archive.ts';
import { correctedAddress } from '../normalise/correct-address.ts';
import { withKnownNames } from '../read/known-names.ts';
import { isStorable } from '../read/page.ts';
import { addressText, callText } from '../read/shapes.ts';
import { recordOf, updateAddresses } from './address-rows.ts';
import { isDuplicate } from './failures.ts';
import { type Db, inTransaction } from './transaction.ts';
import type { WriterContext } from './writer.ts';

/** Corrections by a person. Each answers what is now stored, as JSON text. */
export interface Errands {
  changeAddress(id: string, change: AddressChange): Promise<string | undefined>;
  deleteAddress(id: string): Promise<boolean>;
  changeCall(id: string, change: CallChange): Promise<string | undefined>;
}

export function errandsOf(context: WriterContext, changed: (kind: ChangedKind) => void): Errands {
  const { store, rules } = context;
  return {
    async changeAddress(id, change) {
      if (!isStorable(id)) return undefined;
      const text = await inTransaction(store, (db) => changeAddress(db, context, id, change));
      if (text !== undefined) changed('addresses');
      return text;
    },

    async deleteAddress(id) {
      if (!isStorable(id)) return false;
      const { numDeletedRows } = await store.db
        .deleteFrom('addresses')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows > 0n) changed('addresses');
      return numDeletedRows > 0n;
    },

    async changeCall(id, { note, settled }) {
      if (!isStorable(id)) return undefined;
      const row = await store.db
        .updateTable('calls')
        .set({
          ...(note !== undefined && { note: storable(note) }),
          ...(settled !== undefined && { settled: settled ? 1 : 0 }),
          updated_at: new Date().toISOString(),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      changed('calls');
      return (await withKnownNames(store.db, rules, [row])).map(callText)[0];
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
  const record = correctedAddress(recordOf(row), storableChange(change), rules, at);
  try {
    await updateAddresses(db, [{ id, record }]);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new ArchiveError('conflict', 'Another address has this number already.');
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

/** PostgreSQL takes no NUL in a text, and nobody means to type one. */
function storable<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll('\0', '') ?? null) as Text;
}
