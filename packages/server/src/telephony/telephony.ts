import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Address,
  type PhoneBookEntry,
  type PhoneCall,
  TELEPHONY_PROTOCOL,
} from '@hookline/contract';
import { maskedNumber } from '@hookline/records';
import { type PhoneOptions, PhoneRules } from '@hookline/records/phone';
import type { Archive, ArchiveReader } from '../archive/archive.ts';
import type { NumberJudge } from '../archive/threads/number-judge.ts';
import type { App } from '../http/app.ts';
import type { HeldMemory } from '../http/held-memory.ts';
import { AddressCacheOfApp } from './address-cache.ts';
import { commandsOf } from './commands.ts';
import { PhoneBook } from './phone-book.ts';
import { realTime, type Schedule } from './schedule.ts';
import { Sockets, socketRoute } from './sockets.ts';
import { readStockFile } from './stock-file.ts';
import type { CreateSystem, TelephonyLog } from './system.ts';

export type BookSource =
  | { readonly kind: 'entries'; readonly entries: readonly PhoneBookEntry[] }
  | { readonly kind: 'file'; readonly path: string; readonly property: string }
  | { readonly kind: 'archive' | 'system'; readonly property: string };

export interface TelephonyOptions {
  /** Of the WebSocket. */
  readonly path: string;
  /** What its routes are part of, in the documents of the API. */
  readonly tag: string;
  readonly bookFrom: BookSource;
  readonly create: CreateSystem;
  readonly archive: Archive;
  readonly phone: PhoneOptions;
  readonly now: () => number;
  readonly schedule?: Schedule | undefined;
  readonly held: HeldMemory;
  readonly log: TelephonyLog;
}

export interface Telephony {
  /** Once the server listens and the archive runs. */
  begin(): void;
  /** What is wrong with the line to the telephone system. */
  trouble(): string | undefined;
  /** Addresses in the archive are others now. */
  addressesChanged(): void;
  /** Takes out of the phone book what this finds something in. */
  forget(judge: NumberJudge): Promise<void>;
  /** The same for good, whatever is read anew. */
  suppress(judge: NumberJudge | undefined): Promise<void>;
  /** How many calls have ended, by their direction and how. */
  ended(): readonly EndedCalls[];
}

export interface EndedCalls {
  readonly direction: PhoneCall['direction'];
  /** The cause; `unknown` where nobody knows. */
  readonly end: string;
  readonly count: number;
}

/** The first wait before the phone book is tried again, and the longest (ms). */
const BOOK_RETRY = 2000;
const BOOK_LONGEST_RETRY = 300_000;
/** People enter numbers at the telephone system, too. */
const BOOK_AGAIN = 3600_000;
/** A book made of the archive follows it this soon (ms), and so many times less than it takes. */
const FOLLOW_AFTER = 1000;
const FOLLOW_PAUSE = 10;
/** Entries that are judged in one turn: nobody else is to wait for a large book. */
const JUDGED_IN_TURN = 200;

/**
 * Puts a telephone system before the pages: its calls on their sockets and in the archive, its
 * phone book, and the orders that they give it.
 */
export function openTelephony(app: App, options: TelephonyOptions): Telephony {
  const { archive, now, log, held, bookFrom, schedule = realTime } = options;
  if (bookFrom.kind === 'archive' && archive.description === 'off') {
    throw new Error(`${bookFrom.property}: archive needs an archive, and app.archive.url is off`);
  }
  const book = new PhoneBook(new PhoneRules(options.phone));
  const stock =
    bookFrom.kind === 'file'
      ? readStockFile(bookFrom.path, bookFrom.property, (number) => book.lineOf(number))
      : bookFrom.kind === 'entries' && bookFrom.entries;
  if (stock) book.replace(stock);
  const cache = new AddressCacheOfApp({
    now,
    ofArchive: bookFrom.kind === 'archive',
    onChange: (state) => void sockets.broadcast('addressCache.changed', state),
  });
  let suppression: NumberJudge | undefined;
  /** For each book that is being read, what has to be forgotten of it: it may still be in there. */
  const unread = new Set<NumberJudge[]>();
  const readBook = async () => {
    const forgotten: NumberJudge[] = [];
    unread.add(forgotten);
    try {
      let entries = stock || (await entriesFrom(bookFrom.kind));
      if (suppression) forgotten.push(suppression);
      for (let judge = forgotten.pop(); judge; judge = forgotten.pop()) {
        const found = await foundIn(entries, judge);
        entries = entries.filter(({ number }) => !found.has(number));
      }
      book.replace(entries);
    } finally {
      unread.delete(forgotten);
    }
  };
  const entriesFrom = async (kind: BookSource['kind']) =>
    kind === 'archive' ? readStockFromArchive(archive) : ((await system.phoneBook?.()) ?? []);
  const fillBook = async () => {
    await readBook();
    cache.fill(book.entries);
  };
  /** Pages are told when somebody has come, gone or changed their name: else it is no news. */
  const renewCache = (before: readonly PhoneBookEntry[]) => {
    const isSame = whoIsIn(before) === whoIsIn(book.entries);
    if (isSame || cache.state().state === 'empty') cache.renew(book.entries);
    else cache.fill(book.entries);
  };
  const forget = async (judge: NumberJudge) => {
    for (const forgotten of unread) forgotten.push(judge);
    const found = await foundIn(book.entries, judge);
    const before = book.entries;
    book.replace(before.filter(({ number }) => !found.has(number)));
    renewCache(before);
  };
  const ended = new Map<string, EndedCalls>();
  const countEnd = ({ direction, endCause }: PhoneCall) => {
    const end = endCause ?? 'unknown';
    const key = `${direction} ${end}`;
    ended.set(key, { direction, end, count: (ended.get(key)?.count ?? 0) + 1 });
  };
  const system = options.create({
    app,
    book,
    cache,
    now,
    schedule,
    log,
    tell(event, call, firstId = call.callId) {
      const timestamp = sockets.broadcast(event, call);
      // In the very words of a page that reports it as well, so that both count once.
      const renamed = firstId === call.callId ? {} : { renamedTo: call.callId };
      const report = { event, timestamp, ...call, callId: firstId, ...renamed };
      archive.reportCalls(Buffer.from(JSON.stringify(report)));
      if (event === 'call.ended') countEnd(call);
      log.info(callFields(event, call), 'telephony: call');
    },
    whenKept: (go) => archive.whenKept(go),
    lineDown: () => sockets.hangUp('The line to the telephone system is down.'),
    greet: () => sockets.greet(),
    fillBook,
  });
  const sockets = new Sockets({
    execute: commandsOf({ book, cache, system }),
    deskOf: (said) => system.deskOf(said),
    hello: (desk) => ({
      protocol: TELEPHONY_PROTOCOL,
      extension: desk,
      commands: [...(system.ordersAt?.(desk) ?? system.orders)],
      addressCache: cache.state(),
      calls: system.live(),
    }),
    schedule,
    held,
    now,
    onDefect: (error) => log.error({ err: error }, 'telephony: a frame could not be answered'),
    onCut: (reason) => log.warn({ reason }, 'telephony: a client was cut off'),
  });
  if (stock) cache.fill(book.entries);

  socketRoute(app, {
    path: options.path,
    tag: options.tag,
    refusal: () => (system.refusal ? system.refusal() : system.trouble?.()),
    accept: (request, socket, head) => sockets.accept(request, socket, head),
  });
  // The port is free only when the last socket is closed.
  app.addHook('preClose', async () => {
    await system.close?.();
    await sockets.close();
  });

  let bookWait = BOOK_RETRY;
  const fillSoon = (): void => {
    fillBook().then(
      () => {
        bookWait = BOOK_RETRY;
        log.info({ entries: book.size, from: bookFrom.kind }, 'telephony: phone book read');
        if (bookFrom.kind === 'system') schedule.after(BOOK_AGAIN, fillSoon);
      },
      (error: Error) => {
        // Said once, and tried less and less often: a wrong password stays wrong, and a box that is
        // asked with it again and again lets nobody in for a while.
        if (bookWait === BOOK_RETRY) {
          const fields = { from: bookFrom.kind, reason: error.message };
          log.warn(fields, 'telephony: the phone book cannot be read');
        }
        schedule.after(bookWait, fillSoon);
        bookWait = Math.min(bookWait * 2, BOOK_LONGEST_RETRY);
      },
    );
  };
  let isFollowing = false;
  let followAfter = FOLLOW_AFTER;
  const follow = async () => {
    isFollowing = false;
    const before = book.entries;
    const began = performance.now();
    await readBook();
    followAfter = Math.max(FOLLOW_AFTER, FOLLOW_PAUSE * (performance.now() - began));
    renewCache(before);
  };
  return {
    addressesChanged() {
      if (bookFrom.kind !== 'archive' || isFollowing) return;
      isFollowing = true;
      // An archive that is away says that it has changed when it is back.
      schedule.after(followAfter, () => void follow().catch(() => {}));
    },
    forget,
    async suppress(judge) {
      suppression = judge;
      if (judge) await forget(judge);
    },
    begin() {
      if (!stock) fillSoon();
      system.begin?.();
    },
    trouble: () => system.trouble?.(),
    ended: () => [...ended.values()],
  };
}

async function foundIn(
  entries: readonly PhoneBookEntry[],
  judge: NumberJudge,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    const { outcome } = await judge(JSON.stringify(entry));
    if (outcome !== 'untouched') found.add(entry.number);
    if (i % JUDGED_IN_TURN === 0) await nextTurn();
  }
  return found;
}

function whoIsIn(entries: readonly PhoneBookEntry[]): string {
  return JSON.stringify(entries.map(({ number, name }) => [number, name]));
}

function callFields(event: string, { callId, direction, from, to, endCause }: PhoneCall): object {
  const other = direction === 'in' ? from : to;
  const number = other.raw && maskedNumber(other.raw);
  return { event, callId, direction, number, ...(endCause && { endCause }) };
}

const PAGE = 500;
/** Clients ask for the whole book in one frame. */
const MOST_ENTRIES = 10_000;

/**
 * The addresses that the archive knows, with the names and fields they were reported with: what
 * the home pages saw in the real system, the mock serves again.
 */
async function readStockFromArchive(
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
