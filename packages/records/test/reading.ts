import { factsOf } from '../src/facts.ts';
import { isJsonObject, NameList } from '../src/fields.ts';
import { jobMessages } from '../src/job-messages.ts';
import { StatusWords } from '../src/status.ts';

/** Those of an office that has added nothing of its own. */
const OPTIONS = {
  referenceNames: new NameList(),
  statusWords: new StatusWords(),
  timeZone: 'Europe/Berlin',
};

export const jobs = (payload: unknown) => jobMessages(payload, OPTIONS).messages;

export const facts = (payload: unknown) => {
  if (!isJsonObject(payload)) throw new Error('no object');
  return factsOf(payload, OPTIONS.timeZone);
};

export const ULM = { street: 'Marktstraße 7', zip: '89073', city: 'Ulm' };
export const BONN = { street: 'Sternstraße 4', zip: '53111', city: 'Bonn' };
export const IN_ULM = 'Marktstraße 7, 89073 Ulm';
export const IN_BONN = 'Sternstraße 4, 53111 Bonn';
