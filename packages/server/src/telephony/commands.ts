import { CALL_COMMANDS, type TelephonyCommand } from '@hookline/contract';
import type { AddressCacheOfApp } from './address-cache.ts';
import type { PhoneBook } from './phone-book.ts';
import type { Execute, Params } from './protocol.ts';
import type { Order, TelephonySystem } from './system.ts';
import { TelephonyProblem } from './telephony-problem.ts';

const PAGE_SIZE = 50;
const MOST_PAGE_SIZE = 500;

export interface CommandParts {
  readonly book: PhoneBook;
  readonly cache: AddressCacheOfApp;
  readonly system: TelephonySystem;
}

/** What each command of the protocol does. */
export function commandsOf({ book, cache, system }: CommandParts): Execute {
  const able = (order: Order) => {
    if (system.orders.includes(order)) return;
    const reason = system.noOrders ?? `This telephone system does not take ${order}.`;
    throw new TelephonyProblem('unavailable', reason);
  };
  const table: Record<TelephonyCommand, (params: Params, desk: string) => unknown> = {
    addressCache: () => cache.whole(),
    addresses(params) {
      if (system.givesBook?.() === false) {
        throw new TelephonyProblem('unavailable', 'The command addresses is switched off.');
      }
      const page = whole(params, 'page', Number.MAX_SAFE_INTEGER) ?? 1;
      const pageSize = whole(params, 'pageSize', MOST_PAGE_SIZE) ?? PAGE_SIZE;
      const start = (page - 1) * pageSize;
      const addresses = book.entries.slice(start, start + pageSize);
      return { addresses, page, pageSize, total: book.size };
    },
    address(params) {
      const index = whole(params, 'index', Number.MAX_SAFE_INTEGER);
      const address = index === undefined ? book.find(text(params, 'number')) : book.at(index);
      if (!address) throw new TelephonyProblem('not_found', 'The phone book has no such entry.');
      return { address };
    },
    search: (params) => ({ addresses: book.search(text(params, 'term')) }),
    calls: () => ({ calls: system.live() }),
    dial(params, desk) {
      const number = text(params, 'number');
      able('dial');
      const callId = system.dial?.(number, desk);
      return callId instanceof Promise
        ? callId.then((answered) => ({ callId: answered }))
        : { callId };
    },
    ...(Object.fromEntries(
      CALL_COMMANDS.map((command) => [
        command,
        (params: Params, desk: string) => {
          const callId = text(params, 'callId');
          const to = command === 'transfer' ? text(params, 'to') : '';
          able(command);
          return system.command?.(command, callId, desk, to);
        },
      ]),
    ) as Record<(typeof CALL_COMMANDS)[number], (params: Params, desk: string) => unknown>),
  };
  return (command, params, desk) => table[command](params, desk);
}

function text(params: Params, name: string): string {
  const value = params[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new TelephonyProblem('bad_request', `params.${name} must be a text that is not empty.`);
}

function whole(params: Params, name: string, most: number): number | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) {
    return value;
  }
  const range = most === Number.MAX_SAFE_INTEGER ? 'from 1' : `from 1 to ${most}`;
  throw new TelephonyProblem('bad_request', `params.${name} must be a whole number ${range}.`);
}
