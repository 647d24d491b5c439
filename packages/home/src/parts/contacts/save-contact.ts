import { type Address, askCaller } from '../../backend/archive.ts';
import { RequestError, request, withParameters } from '../../backend/request.ts';
import { deskLabel } from '../../desk.ts';
import { changeOf, type Filled, reportOf } from './contact-change.ts';

/** Somebody else has the number. */
export class NumberTaken extends Error {
  readonly by: Address | undefined;

  constructor(by: Address | undefined) {
    super('another contact has this number');
    this.by = by;
  }
}

/** What became of it: a new contact may wait until the archive is back. */
export type Saved = 'saved' | 'waiting' | 'unchanged';

const LOOKS = 12;
const BETWEEN_LOOKS = 250;

export async function saveContact(address: Address | undefined, filled: Filled): Promise<Saved> {
  return address ? correct(address, filled) : add(filled);
}

async function correct(address: Address, filled: Filled): Promise<Saved> {
  const change = changeOf(address, filled);
  if (!change) return 'unchanged';
  // A correction waits for no name: it is said who made it where that is known.
  const by = deskLabel();
  const body = by === '' ? change : { ...change, by };
  try {
    await request('PATCH', `/api/addresses/${encodeURIComponent(address.id)}`, { body });
    return 'saved';
  } catch (error) {
    const isConflict = error instanceof RequestError && error.code === 'conflict';
    if (!isConflict || change.number === undefined) throw error;
    throw new NumberTaken(await ownerOf(filled.number).catch(() => undefined));
  }
}

/** A report merges into whoever has the number already, so that is asked first. */
async function add(filled: Filled): Promise<Saved> {
  const owner = await ownerOf(filled.number);
  if (owner) throw new NumberTaken(owner);
  const path = withParameters('/api/addresses', { by: deskLabel() });
  await request('POST', path, { body: reportOf(filled) });
  // The answer does not wait for the database; whoever saved wants to see it saved.
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
    if (await ownerOf(filled.number).catch(() => undefined)) return 'saved';
  }
  return 'waiting';
}

/** Whose own number it is; a contact that only has it as a further one does not count. */
async function ownerOf(number: string): Promise<Address | undefined> {
  const { match, line, address } = await askCaller(number.trim());
  return match === 'exact' && address && address.line === line ? address : undefined;
}
