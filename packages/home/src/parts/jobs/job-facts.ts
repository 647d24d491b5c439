import type { Job } from '../../backend/archive.ts';
import { summaryOf } from '../../format/payload-summary.ts';
import { shortText } from '../../format/payload-text.ts';
import { isPhone } from '../../format/payload-value.ts';

type Facts = Job['facts'];
type ReportedParty = Facts['pickup'] | Facts['courier'];

/** Somebody or some place of a job, as it is shown. */
export interface Party {
  readonly name: string | undefined;
  readonly address: string | undefined;
  /** One that can be dialled. */
  readonly phone: string | undefined;
  readonly note: string | undefined;
}

/** Undefined if nothing is known of it. */
export function partyOf(told: ReportedParty): Party | undefined {
  if (!told) return undefined;
  const { address = null, note = null } = 'address' in told ? told : {};
  // Some houses know their couriers by nothing but their numbers.
  const name = told.name ?? ('ownId' in told ? told.ownId : null);
  const phone = told.phone !== null && isPhone('phone', told.phone) ? told.phone : undefined;
  const party = { name: short(name), address: short(address), phone, note: short(note) };
  return Object.values(party).some((text) => text !== undefined) ? party : undefined;
}

/** Who and where, in a line. */
export function partyText(told: ReportedParty): string | undefined {
  const party = partyOf(told);
  return party && ([party.name, party.address].filter(Boolean).join(', ') || party.phone);
}

function short(text: string | null): string | undefined {
  return text === null ? undefined : shortText(text, 200) || undefined;
}

/** How addresses name a job. In a path two of the names are steps, however they are written. */
export function jobName({ reference, id }: Pick<Job, 'reference' | 'id'>): string {
  return reference === null || reference === '.' || reference === '..' ? id : reference;
}

/** How people name it. */
export function jobTitle({ reference, payload }: Pick<Job, 'reference' | 'payload'>): string {
  return reference === null ? summaryOf(payload).title : shortText(reference, 200);
}
