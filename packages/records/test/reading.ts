import { jobMessageOf } from '../src/envelope.ts';
import { factsIn } from '../src/facts.ts';
import { isJsonObject, NameList } from '../src/fields.ts';
import type { FactsReading } from '../src/job-facts.ts';
import { factsAfter, NO_FACTS, withVersion } from '../src/job-facts.ts';
import { jobMessages } from '../src/job-messages.ts';
import { referencesIn } from '../src/reference.ts';
import { StatusWords } from '../src/status.ts';

/** Those of an office that has added nothing of its own. */
const OPTIONS = {
  referenceNames: new NameList(),
  statusWords: new StatusWords(),
  timeZone: 'Europe/Berlin',
};

export const jobs = (payload: unknown) => jobMessages(payload, OPTIONS).messages;

const messageIn = (payload: unknown) => {
  if (!isJsonObject(payload)) throw new Error('no object');
  return jobMessageOf(payload);
};

export const facts = (payload: unknown) => factsIn(messageIn(payload), OPTIONS.timeZone);

export const references = (payload: unknown, houseNames: readonly string[] = []) =>
  referencesIn(messageIn(payload), new NameList(...houseNames));

/** What versions say together, the oldest first. */
export const mergedFacts = (versions: readonly FactsReading[]) =>
  factsAfter(versions.reduce(withVersion, NO_FACTS));

export const ULM = { street: 'Marktstraße 7', zip: '89073', city: 'Ulm' };
export const BONN = { street: 'Sternstraße 4', zip: '53111', city: 'Bonn' };
export const IN_ULM = 'Marktstraße 7, 89073 Ulm';
export const IN_BONN = 'Sternstraße 4, 53111 Bonn';
