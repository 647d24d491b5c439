import type { PhoneOptions } from '@hookline/records/phone';
import type { Erasure } from './normalise/erase.ts';

/**
 * Tells what of a payload must go when a number is erased. Loaded when it is first needed: the
 * tables of all the world's numbers would only slow every start of the relay.
 */
export async function numberJudge(
  phone: PhoneOptions,
  number: string,
): Promise<(json: string) => Erasure> {
  const [{ NumberFinder, PhoneRules }, { erased }] = await Promise.all([
    import('@hookline/records/phone'),
    import('./normalise/erase.ts'),
  ]);
  const rules = new PhoneRules(phone);
  const { key, aliases } = rules.read(number);
  const keys = [key, ...aliases.map((alias) => alias.key)].filter((each) => each !== null);
  const finder = new NumberFinder(keys, rules);
  return (json) => erased(json, finder);
}
