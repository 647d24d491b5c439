import type { Address, PhoneBookEntry } from '@hookline/contract';
import type { ArchiveReader } from '../archive/archive.ts';

const PAGE = 500;
/** Clients ask for the whole book in one frame. */
const MOST_ENTRIES = 10_000;

/**
 * The addresses that the archive knows, with the names and fields they were reported with: what
 * the home pages saw in the real system, the mock serves again.
 */
export async function readStockFromArchive(
  archive: Pick<ArchiveReader, 'addresses'>,
): Promise<PhoneBookEntry[]> {
  const entries: PhoneBookEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await archive.addresses({}, { limit: PAGE, cursor }, 'json');
    entries.push(...page.items.flatMap((text) => entryOf(JSON.parse(text) as Address)));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && entries.length < MOST_ENTRIES);
  // The archive lists the newest first; a phone book keeps the order in which it was reported.
  return entries.slice(0, MOST_ENTRIES).reverse();
}

function entryOf({ number, name, display, fields, line }: Address): PhoneBookEntry[] {
  return number === null ? [] : [{ ...fields, number, name: name ?? display, line }];
}
