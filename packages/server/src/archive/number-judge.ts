import type { PhoneOptions } from '@hookline/records/phone';
import type { Erasure } from './normalise/erase.ts';

/** Tells what of a JSON text must go. */
export type NumberJudge = (json: string) => Erasure;

/**
 * Tells what of a payload must go when numbers are erased: one as it is written, or several by
 * their keys. Loaded when it is first needed: the tables of all the world's numbers would only slow
 * every start of the relay.
 */
export async function numberJudge(
  phone: PhoneOptions,
  erased: { readonly number: string } | { readonly keys: readonly string[] },
): Promise<NumberJudge> {
  const [{ NumberFinder, PhoneRules }, { erased: without }] = await Promise.all([
    import('@hookline/records/phone'),
    import('./normalise/erase.ts'),
  ]);
  const rules = new PhoneRules(phone);
  const keysOf = (number: string) => {
    const { key, aliases } = rules.read(number);
    return [key, ...aliases.map((alias) => alias.key)].filter((each) => each !== null);
  };
  const finder = new NumberFinder('keys' in erased ? erased.keys : keysOf(erased.number), rules);
  return (json) => without(json, finder);
}
