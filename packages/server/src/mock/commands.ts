import type { TelephonyCommand } from '@hookline/contract';
import type { AddressCacheOfApp } from './address-cache.ts';
import type { Execute, Params } from './protocol.ts';
import { otherSideOf, type Stage } from './scenarios.ts';
import type { Switches } from './switches.ts';
import { TelephonyProblem } from './telephony-problem.ts';

const PAGE_SIZE = 50;
const MOST_PAGE_SIZE = 500;

export interface CommandParts extends Stage {
  readonly cache: AddressCacheOfApp;
  readonly switches: Switches;
}

/** What each command of the protocol does. */
export function commandsOf(parts: CommandParts): Execute {
  const { book, cache, calls, switches } = parts;

  const table: Record<TelephonyCommand, (params: Params) => unknown> = {
    addressCache: () => cache.whole(),
    addresses(params) {
      if (!switches.addresses) {
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
    calls: () => ({ calls: calls.live() }),
    dial(params) {
      const call = calls.dial(text(params, 'number'));
      otherSideOf(parts, call, () => switches.pickUp);
      return { callId: call.callId };
    },
    answer: (params) => calls.command('answer', text(params, 'callId')),
    reject: (params) => calls.command('reject', text(params, 'callId')),
    hangup: (params) => calls.command('hangup', text(params, 'callId')),
    hold: (params) => calls.command('hold', text(params, 'callId')),
    resume: (params) => calls.command('resume', text(params, 'callId')),
    transfer: (params) => calls.command('transfer', text(params, 'callId'), text(params, 'to')),
  };
  return (command, params) => table[command](params);
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
