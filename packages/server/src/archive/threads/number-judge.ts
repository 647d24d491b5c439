import type { PhoneOptions } from '@hookline/records/phone';
import type { Erasure } from '../privacy/erase-in-json.ts';
import { Aside, MOST_AT_ONCE } from './aside.ts';

/** Tells what of a JSON text must go; of a large one later. */
export type NumberJudge = (json: string) => Erasure | Promise<Erasure>;

/**
 * For numbers that are erased: one as it is written, or several by their keys. Loaded when it is
 * first needed: the tables of all the world's numbers would only slow every start of the relay.
 */
export async function numberJudge(
  phone: PhoneOptions,
  about: { readonly number: string } | { readonly keys: readonly string[] },
): Promise<NumberJudge> {
  const [{ NumberFinder, PhoneRules }, { erased }] = await Promise.all([
    import('@hookline/records/phone'),
    import('../privacy/erase-in-json.ts'),
  ]);
  const rules = new PhoneRules(phone);
  const keysOf = (number: string) => {
    const { key, aliases } = rules.read(number);
    return [key, ...aliases.map((alias) => alias.key)].filter((each) => each !== null);
  };
  const keys = 'keys' in about ? about.keys : keysOf(about.number);
  const finder = new NumberFinder(keys, rules);
  const aside = new Aside();
  return (json) =>
    json.length > MOST_AT_ONCE ? aside.ask('erased', json, keys, phone) : erased(json, finder);
}
