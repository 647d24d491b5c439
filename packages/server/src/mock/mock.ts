import { type PhoneCall, TELEPHONY_PROTOCOL } from '@hookline/contract';
import { maskedNumber } from '@hookline/records';
import { type PhoneOptions, PhoneRules } from '@hookline/records/phone';
import { type Archive, ArchiveError } from '../archive/archive.ts';
import { type App, HttpProblem } from '../http/app.ts';
import type { HeldMemory } from '../http/held-memory.ts';
import { AddressCacheOfApp } from './address-cache.ts';
import { Calls } from './calls.ts';
import { commandsOf } from './commands.ts';
import { PhoneBook } from './phone-book.ts';
import { mockRoutes } from './routes.ts';
import { realTime, type Schedule } from './schedule.ts';
import { Sockets } from './sockets.ts';
import { DESK, STOCK } from './stock.ts';
import { readStockFromArchive } from './stock-archive.ts';
import { readStockFile } from './stock-file.ts';
import { ALL_ON } from './switches.ts';
import { socketRoute } from './upgrade.ts';

export interface MockOptions {
  /** `app.mock.addresses`: a file, `archive`, or nothing for the stock that is built in. */
  readonly addresses: string | undefined;
  readonly archive: Archive;
  readonly phone: PhoneOptions;
  readonly now: () => number;
  readonly schedule?: Schedule | undefined;
  readonly held: HeldMemory;
  readonly log: {
    info(fields: object, text: string): void;
    warn(fields: object, text: string): void;
    error(fields: object, text: string): void;
  };
}

export interface Mock {
  /** Once the archive runs: the stock may have to be read from it. */
  begin(): void;
}

const ARCHIVE_RETRY = 2000;

/** Puts the telephony mock together: `/ws` and `/api/mock/**`. */
export function createMock(app: App, options: MockOptions): Mock {
  const { addresses, archive, now, log, held, schedule = realTime } = options;
  const isFromArchive = addresses === 'archive';
  if (isFromArchive && archive.description === 'off') {
    throw new Error('app.mock.addresses: archive needs an archive, and app.archive.url is off');
  }

  const book = new PhoneBook(new PhoneRules(options.phone));
  if (addresses === undefined) book.replace(STOCK);
  else if (!isFromArchive) {
    book.replace(readStockFile(addresses, (number) => book.lineOf(number)));
  }

  const calls = new Calls({
    book,
    now,
    onEvent(event, call) {
      sockets.broadcast(event, call);
      log.info(callFields(event, call), 'telephony mock: call');
    },
  });
  const cache = new AddressCacheOfApp({
    now,
    onChange: (state) => sockets.broadcast('addressCache.changed', state),
  });
  const parts = { book, calls, cache, schedule, switches: { ...ALL_ON } };
  const sockets = new Sockets({
    execute: commandsOf(parts),
    hello: () => ({
      protocol: TELEPHONY_PROTOCOL,
      extension: DESK,
      addressCache: cache.state(),
      calls: calls.live(),
    }),
    schedule,
    held,
    now,
    onDefect: (error) => log.error({ err: error }, 'telephony mock: a frame could not be answered'),
    onCut: (reason) => log.warn({ reason }, 'telephony mock: a client was cut off'),
  });
  if (!isFromArchive) cache.fill(book.entries);

  const fill = async () => {
    if (isFromArchive) book.replace(await readStockFromArchive(archive));
    cache.fill(book.entries);
  };
  socketRoute(app, isFromArchive, (request, socket, head) => sockets.accept(request, socket, head));
  mockRoutes(app, { ...parts, personal: isFromArchive, fill: () => fill().catch(refuse) });
  // The port is free only when the last socket is closed.
  app.addHook('preClose', () => sockets.close());

  const fillFromArchive = (): void => {
    fill().then(
      () => log.info({ entries: book.size }, 'telephony mock: phone book read from the archive'),
      () => void schedule.after(ARCHIVE_RETRY, fillFromArchive),
    );
  };
  return {
    begin() {
      if (isFromArchive) fillFromArchive();
    },
  };
}

function callFields(event: string, { callId, direction, from, to, endCause }: PhoneCall): object {
  const other = direction === 'in' ? from : to;
  const number = other.raw && maskedNumber(other.raw);
  return { event, callId, direction, number, ...(endCause && { endCause }) };
}

function refuse(error: unknown): never {
  if (!(error instanceof ArchiveError)) throw error;
  throw new HttpProblem('archive_unavailable', error.message, { 'retry-after': '5' });
}
