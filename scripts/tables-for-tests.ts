import { migrate, openStore } from '../packages/server/src/archive/engine/store/store.ts';

/** Hundreds of tests begin with an archive in which nothing is yet: a copy takes a fifth. */
export async function makeTables(url: string): Promise<void> {
  const store = openStore(url, 'write');
  await migrate(store, url);
  await store.close();
}
